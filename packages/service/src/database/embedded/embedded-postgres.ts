import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { EmbeddedError } from './embedded-error.ts'
import { type EmbeddedPaths, prepareEmbeddedPaths } from './embedded-paths.ts'
import { isAlive, looksLikePostgres, readPostmaster } from './postmaster.ts'

const run = promisify(execFile)
const startPatienceMs = 30_000
const stopPatienceMs = 20_000
const watchMs = 1_000
const ownerUser = 'helioport'
const serviceUser = 'helioport_service'
const databaseName = 'helioport'

export interface EmbeddedPostgres {
  /** Options for pg, with the role that owns the tables. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** The same with the service's role, which reads and writes rows but changes no table. */
  serviceConnection: EmbeddedPostgres['connection']
  pid: () => number | null
  /** True when a server that outlived its former owner was taken over. */
  adopted: boolean
  /** Fast shutdown: open transactions are rolled back, a checkpoint is written. */
  stop: () => Promise<void>
  /** Stops watching and leaves the server running for its other users. */
  release: () => void
}

/**
 * Starts the PostgreSQL of a data folder, or takes over a server that already runs on it, and restarts it until `stop`.
 * The first call creates the cluster (about 2 s).
 * @throws EmbeddedError
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const paths = await prepareEmbeddedPaths(dataFolder)
  if (!existsSync(join(paths.cluster, 'PG_VERSION'))) await initialise(paths)
  const password = readFileSync(paths.passwordFile, 'utf8').trim()
  const connection = { host: paths.socketFolder, port: 5432, user: ownerUser, password, database: databaseName }

  let stopping = false
  let child: ChildProcess | null = null
  const ensure = async () => {
    const adopted = await adopt(paths, password)
    if (!adopted) child = await launch(paths, password, log)
    return adopted
  }
  const adopted = await ensure()
  const servicePassword = await createDatabase(paths, password)

  let restarting: Promise<unknown> | null = null
  const watch = setInterval(() => {
    const postmaster = readPostmaster(paths.cluster)
    if (stopping || restarting || (postmaster && isAlive(postmaster.pid))) return
    log('database: the server is gone, starting it again')
    restarting = ensure()
      .catch((error: unknown) => log(`database: ${String(error)}`))
      .finally(() => (restarting = null))
  }, watchMs)
  watch.unref()

  return {
    connection,
    serviceConnection: { ...connection, user: serviceUser, password: servicePassword },
    adopted,
    pid: () => readPostmaster(paths.cluster)?.pid ?? null,
    release: () => {
      stopping = true
      clearInterval(watch)
    },
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await restarting
      await stop(paths, child)
      if (!paths.socketFolder.startsWith(resolve(dataFolder)))
        rmSync(paths.socketFolder, { recursive: true, force: true })
    },
  }
}

async function initialise(paths: EmbeddedPaths): Promise<void> {
  const password = randomBytes(32).toString('base64url')
  const forInitdb = join(paths.socketFolder, 'initdb-password')
  writeFileSync(forInitdb, password, { mode: 0o600 })
  writeFileSync(paths.passwordFile, password, { mode: 0o600 })
  if (paths.runAs) chownSync(forInitdb, paths.runAs.uid, paths.runAs.gid)
  try {
    await run(
      join(paths.bin, 'initdb'),
      ['-D', paths.cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '-k'].concat(
        `--pwfile=${forInitdb}`,
      ),
      { ...paths.runAs, cwd: paths.cluster, env: environment() },
    )
  } catch (cause) {
    throw new EmbeddedError('database.initFailed', String((cause as { stderr?: string }).stderr ?? cause), { cause })
  } finally {
    rmSync(forInitdb, { force: true })
  }
}

/** A killed Node process leaves its postmaster running: use it when it answers, wait while it starts or stops. */
async function adopt(paths: EmbeddedPaths, password: string): Promise<boolean> {
  const until = Date.now() + startPatienceMs
  for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
    const postmaster = readPostmaster(paths.cluster)
    if (!postmaster || !isAlive(postmaster.pid)) return false
    if (!looksLikePostgres(postmaster.pid)) {
      // After a crash of the machine the process id may belong to another program.
      rmSync(join(paths.cluster, 'postmaster.pid'), { force: true })
      return false
    }
    if (await answers(paths, password)) return true
    if (Date.now() > until) {
      throw new EmbeddedError(
        'database.lockHeld',
        `process ${postmaster.pid} holds ${paths.cluster} but does not answer`,
      )
    }
    await wait(pause)
  }
}

async function launch(paths: EmbeddedPaths, password: string, log: (line: string) => void): Promise<ChildProcess> {
  const until = Date.now() + startPatienceMs
  for (let pause = 100; ; pause = Math.min(pause * 2, 2000)) {
    const child = spawnServer(paths)
    if (await answersWhileAlive(paths, password, child, until)) return child
    // The children of a killed postmaster release the shared memory only a moment later.
    if (Date.now() > until) {
      throw new EmbeddedError('database.startFailed', `see the end of ${paths.logFile}`)
    }
    log('database: did not start, trying again')
    await wait(pause)
  }
}

function spawnServer(paths: EmbeddedPaths): ChildProcess {
  const logFile = openSync(paths.logFile, 'a', 0o640)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: paths.socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '60',
    shared_buffers: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  // Detached: Ctrl-C reaches the whole process group, but the database must outlive the service's last transaction.
  const child = spawn(
    join(paths.bin, 'postgres'),
    ['-D', paths.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...paths.runAs, cwd: paths.cluster, env: environment(), detached: true, stdio: ['ignore', logFile, logFile] },
  )
  closeSync(logFile)
  child.on('error', () => {})
  child.unref()
  return child
}

async function answersWhileAlive(paths: EmbeddedPaths, password: string, child: ChildProcess, until: number) {
  if (child.pid === undefined) return false
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    if (readPostmaster(paths.cluster)?.state === 'ready' && (await answers(paths, password))) return true
    await wait(20)
  }
  return false
}

async function answers(paths: EmbeddedPaths, password: string): Promise<boolean> {
  try {
    return await asSuperuser(paths, password, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      return rows.length === 1
    })
  } catch {
    return false
  }
}

/**
 * Creates the portal's roles and database where missing. Neither role is a superuser: they can neither read files nor
 * run programs. One owns the database and its tables; the service works as the other, whose password is returned.
 */
async function createDatabase(paths: EmbeddedPaths, password: string): Promise<string> {
  return asSuperuser(paths, password, async (client) => {
    // Held until the connection ends: two instances may start on one folder.
    await client.query('select pg_advisory_lock(1)')
    const isNew = !existsSync(paths.servicePasswordFile)
    if (isNew) writeFileSync(paths.servicePasswordFile, randomBytes(32).toString('base64url'), { mode: 0o600 })
    const servicePassword = readFileSync(paths.servicePasswordFile, 'utf8').trim()
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles')
    const has = (role: string) => rows.some(({ rolname }) => rolname === role)
    if (!has(ownerUser)) await client.query(`create role ${ownerUser} login`)
    if (!has(serviceUser)) await client.query(`create role ${serviceUser} login`)
    if (isNew || !has(serviceUser)) {
      await client.query(`alter role ${serviceUser} password ${client.escapeLiteral(servicePassword)}`)
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount) return servicePassword
    await client.query(`alter role ${ownerUser} password ${client.escapeLiteral(password)}`)
    await client.query(`create database ${databaseName} owner ${ownerUser}`)
    return servicePassword
  })
}

async function asSuperuser<T>(paths: EmbeddedPaths, password: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    host: paths.socketFolder,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop(paths: EmbeddedPaths, child: ChildProcess | null): Promise<void> {
  const pid = readPostmaster(paths.cluster)?.pid ?? child?.pid
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const until = Date.now() + stopPatienceMs
  while (isAlive(pid) && Date.now() < until) await wait(20)
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
}
