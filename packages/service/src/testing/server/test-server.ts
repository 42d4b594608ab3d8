import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../database/open-database.ts'
import { prepareEmbeddedPaths } from '../../database/embedded/embedded-paths.ts'
import { migrate } from '../../database/migrate.ts'
import { grantServiceRole } from '../../database/service-role.ts'
import { patienceMs, serviceUser, template } from '../test-database.ts'

/** Debian's folder, then those of PATH. */
const folders = ['/usr/lib/postgresql/15/bin', ...(process.env.PATH ?? '').split(delimiter)]

/** Folder of the programs of PostgreSQL 15 on this machine, or null. */
export function findPostgres15(): string | null {
  const has15 = (folder: string) => {
    const server = join(folder, 'postgres')
    if (!existsSync(server) || !existsSync(join(folder, 'initdb'))) return false
    return / 15\./.test(execFileSync(server, ['--version'], { encoding: 'utf8' }))
  }
  return folders.find(has15) ?? null
}

export interface TestServer {
  /** URL for the role that owns databases; each test makes its own database (testing/test-database.ts). */
  databaseUrl: string
  stop: () => Promise<void>
}

/**
 * No write waits for the disk, since no data outlives the tests. Tests of crashes start the embedded server with its
 * production settings.
 */
const settings = {
  listen_addresses: '',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '10min',
  timezone: 'UTC',
}

/** The owner's role has more rights than in production: it may disable triggers and see writers (checksum.ts). */
const roles = `create role ${serviceUser} login; create role helioport login createdb in role pg_read_all_stats, pg_signal_backend;
  grant set on parameter session_replication_role to helioport`

/**
 * A server in its own folder, reached through a socket there, with a migrated database as template for the tests;
 * `stop` ends it and removes the folder. `bin`: folder of the programs; default: the embedded ones. Takes about 2 s.
 */
export async function startTestServer(bin?: string): Promise<TestServer> {
  const { urlOf, stop } = await bootServer(bin)
  try {
    await makeTemplate(urlOf('helioport', 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  return { databaseUrl: urlOf('helioport', 'postgres'), stop }
}

/** Characters kept from the end of a server's log, to report why it does not start. */
const keptLogLength = 2_000

/** A server with only the roles of the tests; `more`: further settings. */
export async function bootServer(bin?: string, more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-server-'))
  // mkdtemp gives 0700; where the tests run as root, the database's user needs access.
  chmodSync(folder, 0o755)
  const paths = await prepareEmbeddedPaths(folder)
  const programs = bin ?? paths.bin
  const options = { ...paths.runAs, cwd: paths.cluster, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', paths.cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-N'],
    options,
  )
  const all = { ...settings, unix_socket_directories: paths.socketFolder, ...more }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', paths.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-keptLogLength)))
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const place = `host=${encodeURIComponent(paths.socketFolder)}&port=${more.port ?? '5432'}`
  const urlOf = (user: string, database: string) => `postgres://${user}@localhost/${database}?${place}`
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (;;) {
      const client = new pg.Client(urlOf('postgres', 'postgres'))
      client.on('error', () => {})
      const isUp = await client.connect().then(
        () => true,
        () => false,
      )
      if (isUp) await client.query(roles)
      await client.end().catch(() => {})
      if (isUp) break
      if (server.exitCode !== null)
        throw new Error(`${programs}/postgres ended with ${server.exitCode}: ${fatalLine(said)}`)
      await wait(20)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { urlOf, stop }
}

/** The reason in a server's log why it does not start. */
const fatalLine = (log: string) => /FATAL: +(.*)/.exec(log)?.[1] ?? log.trim()

async function makeTemplate(databaseUrl: string): Promise<void> {
  const admin = openDatabase(databaseUrl, patienceMs)
  await admin.pool.query(`create database ${template}`)
  await admin.close()
  const url = new URL(databaseUrl)
  url.pathname = `/${template}`
  const db = openDatabase(url.href, patienceMs)
  await migrate(db.kysely)
  await grantServiceRole(db, serviceUser)
  await db.close()
}
