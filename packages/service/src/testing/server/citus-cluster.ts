import { createServer, type AddressInfo } from 'node:net'
import { openDatabase } from '../../database/open-database.ts'
import { distribute } from '../../database/distribute.ts'
import { migrate } from '../../database/migrate.ts'
import { grantServiceRole } from '../../database/service-role.ts'
import { serviceUser, template } from '../test-database.ts'
import { bootServer, findPostgres15, type TestServer } from './test-server.ts'

/** More than one shard on each of two workers, so that a statement can reach the wrong one. */
const shards = 4

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface TestCluster extends TestServer {
  /** URLs of the superuser on each server: only a superuser can drop a database that Citus maintains. */
  adminUrls: string[]
}

/** A Citus coordinator and two workers on this machine, with a migrated, distributed template. Takes about 10 s. */
export async function startTestCluster(): Promise<TestCluster> {
  const bin = findPostgres15()
  if (bin === null) throw new Error('No PostgreSQL 15 on this machine: Debian has it as the package postgresql-15.')
  const ports = [await freePort(), await freePort(), await freePort()]
  const settings = {
    listen_addresses: '127.0.0.1',
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    max_prepared_transactions: '200',
    // Citus runs one maintenance worker per database.
    max_worker_processes: '64',
    // `distribute` sets this per database; copies of a template do not inherit it.
    jit: 'off',
  }
  const servers = await Promise.all(ports.map((port) => bootServer(bin, { ...settings, port: String(port) })))
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  try {
    await makeTemplate(servers, ports)
  } catch (error) {
    await stop()
    throw error
  }
  const databaseUrl = servers[0]?.urlOf('helioport', 'postgres') ?? ''
  return { databaseUrl, adminUrls: servers.map(({ urlOf }) => urlOf('postgres', 'postgres')), stop }
}

type Server = Awaited<ReturnType<typeof bootServer>>

async function makeTemplate(servers: readonly Server[], ports: readonly number[]): Promise<void> {
  const [coordinator] = servers
  if (!coordinator) return
  const as = async (server: Server, user: string, database: string, statements: string[]) => {
    const db = openDatabase(server.urlOf(user, database))
    for (const statement of statements) await db.pool.query(statement)
    await db.close()
  }
  for (const server of servers) {
    await as(server, 'helioport', 'postgres', [`create database ${template}`])
    await as(server, 'postgres', template, ['create extension citus'])
  }
  const [own, ...others] = ports
  await as(coordinator, 'postgres', template, [
    `select citus_set_coordinator_host('127.0.0.1', ${own})`,
    ...others.map((port) => `select citus_add_node('127.0.0.1', ${port})`),
  ])
  const db = openDatabase(coordinator.urlOf('helioport', template))
  await migrate(db.kysely)
  await distribute(db, shards)
  await grantServiceRole(db, serviceUser)
  await db.close()
  // Citus's maintenance worker stays connected, and a database in use is no template: ends it and forbids connections.
  for (const server of servers) {
    await as(server, 'postgres', 'postgres', [
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
    ])
  }
}
