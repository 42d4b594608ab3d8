import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPaths, prepareEmbeddedPaths } from '../../database/embedded/embedded-paths.ts'
import { serviceUser } from '../../testing/test-database.ts'
import { compileUnsynced, dropUnsynced, killAllIn } from './power-cut.ts'

const startMs = 60_000
const roles = `create role ${serviceUser} login; create role helioport login`

/** A PostgreSQL that can be killed or have its power cut, and starts again on the remaining files. */
export interface FragilePostgres {
  databaseUrl: string
  ownerUrl: string
  /** Whether its power can be cut, which needs a C compiler. */
  hasPower: boolean
  /** Starts it; resolves with the ms until it answers. Rejects if the remaining files are no valid database. */
  start: () => Promise<number>
  /** Sends SIGKILL to all its processes. */
  kill: () => void
  /** The same, and drops all unsynced writes; returns their number. */
  cutPower: () => number
}

/** `folder`: used by this server alone. `isSynced` false: it never waits for the disk (`fsync = off`). */
export async function createFragilePostgres(folder: string, isSynced = true): Promise<FragilePostgres> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const paths = await prepareEmbeddedPaths(folder)
  const remembered = join(folder, 'unsynced')
  mkdirSync(remembered)
  chmodSync(remembered, 0o777)
  const library = compileUnsynced(folder)
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  execFileSync(
    join(paths.bin, 'initdb'),
    ['-D', paths.cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-N'],
    { ...paths.runAs, cwd: paths.cluster, env },
  )
  const urlOf = (user: string, database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(paths.socketFolder)}`
  const preload = library === null ? {} : { LD_PRELOAD: library, UNSYNCED_FOLDER: remembered }
  const launch = () => spawnPostgres(paths, isSynced, { ...env, ...preload })
  let server = null as ReturnType<typeof launch> | null
  const start = async () => {
    // A killed process counts as running until its exit event.
    if (server?.exitCode === null && server.signalCode === null) await once(server, 'exit')
    const from = performance.now()
    server = launch()
    for (;;) {
      if (await answers(urlOf('postgres', 'postgres'))) return performance.now() - from
      if (server.exitCode !== null)
        throw new Error(`postgres ended with ${server.exitCode}: ${lastLines(paths.logFile)}`)
      if (performance.now() - from > startMs) throw new Error('postgres does not answer')
      await wait(20)
    }
  }
  await start()
  await query(urlOf('postgres', 'postgres'), roles)
  await query(urlOf('postgres', 'postgres'), 'create database helioport owner helioport')
  // Syncs the writes of initdb and these statements: only later writes may be lost.
  await query(urlOf('postgres', 'postgres'), 'checkpoint')
  return {
    databaseUrl: urlOf(serviceUser, 'helioport'),
    ownerUrl: urlOf('helioport', 'helioport'),
    hasPower: library !== null,
    start,
    kill: () => killAllIn(paths.cluster),
    cutPower: () => {
      killAllIn(paths.cluster)
      const dropped = dropUnsynced(paths.cluster, remembered)
      // It names a dead process; an empty file would be taken for a start in progress.
      rmSync(join(paths.cluster, 'postmaster.pid'), { force: true })
      return dropped
    },
  }
}

function spawnPostgres(paths: EmbeddedPaths, isSynced: boolean, env: NodeJS.ProcessEnv) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: paths.socketFolder,
    max_connections: '100',
    shared_buffers: '64MB',
    // Frequent, so that kills also hit checkpoints.
    checkpoint_timeout: '30s',
    fsync: isSynced ? 'on' : 'off',
    timezone: 'UTC',
  }
  const log = openSync(paths.logFile, 'a')
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(paths.bin, 'postgres'), ['-D', paths.cluster, ...options], {
    ...paths.runAs,
    cwd: paths.cluster,
    env,
    stdio: ['ignore', log, log],
  })
}

const lastLines = (file: string) => readFileSync(file, 'utf8').split('\n').slice(-6).join('\n')

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )
