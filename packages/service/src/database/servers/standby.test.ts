import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type RunningService, startService } from '../../main/start.ts'
import { addHttpPlant, signInOver } from '../../testing/http-plant.ts'
import { openRelay, type Relay } from '../../testing/server/relay.ts'
import { findPostgres15 } from '../../testing/server/test-server.ts'
import { plainStation } from '../../testing/plain-station.ts'
import { readEvents } from '../../testing/event-reader.ts'
import { frame } from '../../testing/test-portal.ts'
import { prepareEmbeddedPaths } from '../embedded/embedded-paths.ts'
import { hostsOf } from './hosts.ts'
import { openDatabase } from '../open-database.ts'

/**
 * A primary and its synchronous standby, which is promoted while frames come in: the service has both addresses and finds
 * the writable one. Tools for a standby are in Debian's PostgreSQL 15, not in the embedded one.
 */
const bin = findPostgres15()
const isMissing = bin === null
const whereThere = isMissing ? describe.skip : describe

/** Statements that ended in the portal's database; a server of version 15 counts them with the transactions. */
const readsOfPortal = `select xact_commit as reads from pg_stat_database where datname = 'portal'`

/** The input fields of a station. */
const inputOf = (station: object) =>
  Object.fromEntries(Object.keys(plainStation).map((key) => [key, station[key as keyof typeof station]]))

/** Maximal time until the portal writes again. */
const mostMs = 10_000

const servers: ChildProcess[] = []
const folders: string[] = []
const ways: Relay[] = []
let service: RunningService | undefined
afterAll(async () => {
  await service?.stop()
  for (const way of ways) await way.close()
  for (const server of servers) server.kill('SIGQUIT')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function place() {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-standby-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  const paths = await prepareEmbeddedPaths(folder)
  const options = { ...paths.runAs, cwd: paths.cluster, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin ?? '', program), args, { ...options, stdio: 'ignore' })
  const start = (port: number) => {
    const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: paths.socketFolder }
    const given = Object.entries({ ...settings, timezone: 'UTC' }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const server = spawn(join(bin ?? '', 'postgres'), ['-D', paths.cluster, ...given], { ...options, stdio: 'ignore' })
    servers.push(server)
    return server
  }
  return { cluster: paths.cluster, run, start }
}

async function asked(port: number, text: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(text)).rows
    } catch (error) {
      // It is starting.
      if (!['ECONNREFUSED', '57P03'].includes(String((error as { code?: string }).code))) throw error
      await wait(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

test('an address may name several hosts', () => {
  expect(hostsOf('postgres://me:a,b%40c@db1:5432,db2/portal?sslmode=require')).toEqual([
    'postgres://me:a,b%40c@db1:5432/portal?sslmode=require',
    'postgres://me:a,b%40c@db2/portal?sslmode=require',
  ])
  expect(hostsOf('postgres://me@/portal?host=/run/a,b')).toEqual(['postgres://me@/portal?host=/run/a,b'])
})

const portalOn = (port: number) => `postgres://postgres@127.0.0.1:${port}/portal`

/** A primary and its synchronous standby, each with its process. */
async function startPair() {
  const [first, second] = [await place(), await place()]
  const [port, standbyPort] = [await freePort(), await freePort()]
  first.run('initdb', '-D', first.cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust')
  const primary = first.start(port)
  await asked(port, 'create database portal')
  const from = `postgres://postgres@127.0.0.1:${port}/?application_name=standby`
  second.run('pg_basebackup', '-D', second.cluster, '-R', '-X', 'stream', '-c', 'fast', '-d', from)
  second.start(standbyPort)
  await asked(standbyPort, 'select 1')
  await asked(port, `alter system set synchronous_standby_names = 'standby'`)
  await asked(port, 'select pg_reload_conf()')
  const isSynchronous = async () => (await asked(port, 'select sync_state from pg_stat_replication'))[0]?.sync_state
  while ((await isSynchronous()) !== 'sync') await wait(50)
  const wayPort = await freePort()
  const way = await openRelay(wayPort, { port, host: '127.0.0.1' })
  ways.push(way)
  return { port, standbyPort, primary, way: { port: wayPort, silence: way.silence } }
}

type Pair = Awaited<ReturnType<typeof startPair>>

async function startOn(source: { databaseUrl: string; readUrl?: string }): Promise<RunningService> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'helioport-standby-data-'))
  folders.push(dataFolder)
  const logTo = new Writable({ write: (_chunk, _encoding, done) => done() })
  return startService({ port: 0, dataFolder, ...source, patienceMs: 5_000, now: Date.now, logTo }, () => {})
}

whereThere(`a standby${isMissing ? ' (skipped: no PostgreSQL 15 on this machine)' : ''}`, () => {
  let pair: Pair
  beforeAll(async () => {
    pair = await startPair()
  })

  test('serves reads up to 5 s old; an account that just wrote reads the primary', async () => {
    const { port, standbyPort } = pair
    const reading = await startOn({ databaseUrl: portalOn(port), readUrl: portalOn(standbyPort) })
    service = reading
    const db = openDatabase(portalOn(port))
    const owner = await signInOver(reading.url, db, 'owner')
    const viewer = await signInOver(reading.url, db, 'viewer')
    const { stationId } = await addHttpPlant(reading.url, owner)
    await db.pool.query(
      `insert into station_share (station_id, account_id, name, rights, accepted_at, created_at)
       select $1, id, 'viewer', '{view}', now(), now() from account where user_name = 'viewer'`,
      [stationId],
    )
    const nameFor = async ({ call }: typeof owner) =>
      (await call<{ name: string }>(reading.url, 'GET', `/stations/${stationId}`)).data.name
    const rename = async (name: string) => {
      const station = (await owner.call<object>(reading.url, 'GET', `/stations/${stationId}`)).data
      const { status } = await owner.call(reading.url, 'PUT', `/stations/${stationId}`, { ...inputOf(station), name })
      expect(status).toBe(200)
    }
    // As if no account had written for a while.
    const rest = () => db.pool.query(`update account_write set at = at - interval '1 minute'`)
    const replays = (what: 'pause' | 'resume') => asked(standbyPort, `select pg_wal_replay_${what}()`)
    await rest()
    await replays('pause')
    await rename('Renamed')
    // The owner wrote and reads the primary; the viewer reads the standby, which lags.
    const pausedAt = performance.now()
    expect(await nameFor(owner)).toBe('Renamed')
    expect(await nameFor(viewer)).not.toBe('Renamed')
    // A standby that has fallen behind is not read any more.
    while ((await nameFor(viewer)) !== 'Renamed') await wait(100)
    // Five seconds are the limit of the lag; the rest is for a busy machine.
    expect(performance.now() - pausedAt).toBeLessThan(15_000)
    await replays('resume')
    // After a hint the viewer finds the change, even on the standby.
    const reads = async () => Number((await asked(standbyPort, readsOfPortal))[0]?.reads)
    const before = await reads()
    while ((await reads()) <= before + 3) {
      await rest()
      await nameFor(viewer)
    }
    const stream = await readEvents(reading.url, viewer.cookie)
    await rename('Renamed again')
    await stream.next((event) => event.type === 'station' && event.stationId === stationId)
    expect(await nameFor(viewer)).toBe('Renamed again')
    // The primary answers reads that the standby cannot.
    await asked(standbyPort, `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portal'`)
    expect(await nameFor(viewer)).toBe('Renamed again')
    await db.close()
    await reading.stop()
  })

  test.each([
    ['is killed', ({ primary }: Pair) => primary.kill('SIGQUIT')],
    ['answers nobody any more', ({ way }: Pair) => way.silence()],
  ])('promoted after the primary %s, takes writes within 10 s and has every acknowledged row', async (what, end) => {
    if (what !== 'is killed') pair = await startPair()
    const { port, standbyPort, way } = pair
    await service?.stop()
    // The standby is named first: the writable server is found, not assumed.
    service = await startOn({
      databaseUrl: `postgres://postgres@127.0.0.1:${standbyPort},127.0.0.1:${way.port}/portal`,
    })
    const db = openDatabase(portalOn(port))
    const owner = await signInOver(service.url, db, 'sender')
    const plant = await addHttpPlant(service.url, owner)
    await db.close()

    const begin = Math.floor(Date.now() / 60_000) * 60_000 - 80_000_000
    const acknowledged: number[] = []
    const url = service.url
    let at = begin
    const sendNext = async () => {
      const own = (at += 10_000)
      const { status } = await plant
        .send(url, [frame(plant.serial, own, { powerW: 1000 })])
        .catch(() => ({ status: 0 }))
      if (status === 200) acknowledged.push(own)
      return status === 200
    }
    // Concurrent, so that the portal has several connections open.
    const sendMany = () => Promise.all(Array.from({ length: 16 }, sendNext))
    while (acknowledged.length < 50) await sendMany()
    end(pair)
    const killedAt = performance.now()
    await asked(standbyPort, 'select pg_promote()')
    const before = acknowledged.length
    while (acknowledged.length === before && performance.now() - killedAt < 3 * mostMs) await sendNext()
    const tookMs = performance.now() - killedAt
    console.log(`writing again after ${Math.round(tookMs)} ms`)
    expect(tookMs).toBeLessThan(mostMs)
    // None of the old connections is used any more.
    expect([...(await sendMany()), ...(await sendMany())]).not.toContain(false)

    const promoted = new pg.Client(`postgres://postgres@127.0.0.1:${standbyPort}/portal`)
    await promoted.connect()
    const { rows } = await promoted.query<{ ts: Date }>('select ts from device_sample')
    await promoted.end()
    const stored = new Set(rows.map(({ ts }) => ts.getTime()))
    expect(acknowledged.filter((each) => !stored.has(each))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(80)
  })
})
