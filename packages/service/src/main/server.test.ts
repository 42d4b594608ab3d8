import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isAlive, readPostmaster } from '../database/embedded/postmaster.ts'
import { plainStation } from '../testing/plain-station.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-server-'))
chmodSync(folder, 0o755)
const cluster = join(folder, 'postgres')
const started: ChildProcess[] = []

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
  const postmaster = readPostmaster(cluster)
  if (postmaster && isAlive(postmaster.pid)) {
    process.kill(postmaster.pid, 'SIGQUIT')
    await until(() => !isAlive(postmaster.pid))
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Polls until true; the test's time-out ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}

function run(script: string, args: readonly string[], input = ''): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args, '--data', folder], {
    stdio: 'pipe',
  })
  child.stdin.end(input)
  started.push(child)
  return child
}

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = run('server.ts', ['--port', '0'])
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  let url = ''
  await until(() => {
    if (child.exitCode !== null) throw new Error(errors)
    url = /^service: ready at (http:\S+)$/m.exec(output)?.[1] ?? ''
    return url !== ''
  })
  return { child, url }
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on('exit', resolve))

let cookie = ''

async function call<T>(url: string, method: string, path: string, body?: object): Promise<{ status: number; data: T }> {
  const response = await fetch(`${url}/api/web/v1${path}`, {
    method,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json', cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  const reply = (await response.json()) as { data: T }
  return { status: response.status, data: reply.data }
}

const signIn = async (url: string) =>
  (await call(url, 'POST', '/session', { account: 'ada', password: 'a password' })).status

async function asSuperuser(text: string): Promise<unknown[]> {
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
  const client = new pg.Client({ host: join(folder, 'run'), user: 'postgres', password, database: 'helioport' })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const findRoles = () =>
  asSuperuser("select distinct usename as role from pg_stat_activity where application_name like 'helioport%'")

test('the server survives kill -9 of itself and of its database, and stops cleanly', async () => {
  const first = await startServer()
  const created = run('cli.ts', ['create-account', '--user-name', 'ada', '--email', 'a@example.org'], 'a password\n')
  expect(await ended(created)).toBe(0)
  expect(await signIn(first.url)).toBe(200)
  const postmaster = readPostmaster(cluster)?.pid ?? 0

  const killed = ended(first.child)
  first.child.kill('SIGKILL')
  await killed
  expect(isAlive(postmaster)).toBe(true)

  // A data folder from before the service had its own role.
  await asSuperuser('drop owned by helioport_service')
  await asSuperuser('drop role helioport_service')
  rmSync(join(folder, 'postgres-service-password'))
  const second = await startServer()
  expect(readPostmaster(cluster)?.pid).toBe(postmaster)
  expect(await signIn(second.url)).toBe(200)
  expect(await findRoles()).toEqual([{ role: 'helioport_service' }])

  process.kill(postmaster, 'SIGKILL')
  await until(async () => (await fetch(`${second.url}/readyz`)).status === 503)
  const down = await fetch(`${second.url}/api/web/v1/session`, { headers: { cookie: 'helioport_session=x' } })
  expect(down.status === 503 ? await down.json() : { errorCode: 'service.databaseDown' }).toMatchObject({
    errorCode: 'service.databaseDown',
  })
  await until(async () => (await fetch(`${second.url}/readyz`)).status === 200)
  expect(await signIn(second.url)).toBe(200)
  expect(readPostmaster(cluster)?.pid).not.toBe(postmaster)

  second.child.kill('SIGTERM')
  expect(await ended(second.child)).toBe(0)
  expect(readPostmaster(cluster)).toBeNull()
})

test('acknowledged batches are stored after kill -9, and no batch is stored in part', async () => {
  let server = await startServer()
  expect(await signIn(server.url)).toBe(200)
  const station = await call<{ id: string }>(server.url, 'POST', '/stations', plainStation)
  await call(server.url, 'POST', '/session/proof', { password: 'a password' })
  const logger = await call<{ id: string; key: string }>(server.url, 'POST', '/loggers', {
    stationId: station.data.id,
    serial: 'LOGGER-KILLED-01',
  })
  const device = await call<{ id: string }>(server.url, 'POST', '/devices', {
    loggerId: logger.data.id,
    serial: 'KILLED-1',
    name: 'Inverter',
    model: 'PV10',
    ratedPowerW: 10_000,
    capacityKwp: 10,
    mpptCount: 1,
    stringCount: 1,
    installedOn: '2020-01-01',
    supportsReactivePower: false,
    supportsIvScan: false,
    sortNumber: 0,
  })
  const start = Date.parse('2026-06-10T00:00:00Z')
  /** One hour in twelve frames. */
  const send = async (url: string, hour: number): Promise<boolean> => {
    const frames = Array.from({ length: 12 }, (_, bin) => ({
      serial: 'KILLED-1',
      at: start + (hour * 12 + bin) * 300_000,
      mode: 3,
      errorWord: 0,
      powerW: 1000,
      energyTotalKwh: (hour * 12 + bin) / 12,
    }))
    try {
      const response = await fetch(`${url}/api/ingest/v1/frames`, {
        method: 'POST',
        headers: { authorization: `Logger ${logger.data.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ logger: 'LOGGER-KILLED-01', seq: hour, loggerTime: start, uptimeS: 1, devices: frames }),
      })
      return response.ok
    } catch {
      return false
    }
  }
  const acknowledged: number[] = []
  for (const round of [0, 1, 2, 3]) {
    const sending = Array.from({ length: 6 }, async (_, nth) => {
      const hour = round * 6 + nth
      if (await send(server.url, hour)) acknowledged.push(hour)
      // In each round the process is killed at another point of the running batches.
      if (nth === round) server.child.kill('SIGKILL')
    })
    const gone = server.child.exitCode === null && server.child.signalCode === null ? ended(server.child) : null
    await Promise.all(sending)
    await gone
    server = await startServer()
  }
  expect(acknowledged.length).toBeGreaterThan(3)
  const day = await call<{ powerW: (number | null)[]; figures: { energyKwh: number | null } }>(
    server.url,
    'GET',
    `/devices/${device.data.id}/day?date=2026-06-10`,
  )
  const known = Array.from({ length: 24 }, (_, hour) =>
    day.data.powerW.slice(hour * 12, hour * 12 + 12).filter((power) => power !== null),
  )
  for (const hour of acknowledged) expect(known[hour]).toHaveLength(12)
  for (const bins of known) expect([0, 12]).toContain(bins.length)
  // Roll-ups are in the same transaction: after a resend the whole day is exact.
  for (let hour = 0; hour < 24; hour += 1) expect(await send(server.url, hour)).toBe(true)
  const whole = await call<typeof day.data>(server.url, 'GET', `/devices/${device.data.id}/day?date=2026-06-10`)
  expect(whole.data.figures.energyKwh).toBeCloseTo(287 / 12, 6)
  server.child.kill('SIGTERM')
  expect(await ended(server.child)).toBe(0)
})

test('a folder that the database may not enter ends the start with an error that names it', async () => {
  if (process.getuid?.() !== 0) return
  const closed = mkdtempSync(join(tmpdir(), 'helioport-closed-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), '--data', join(closed, 'data')], {
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  expect(await ended(child)).toBe(1)
  expect(errors).toContain('database.folderNotReachable')
  expect(errors).toContain(closed)
  rmSync(closed, { recursive: true })
})
