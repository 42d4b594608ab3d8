import type { Config } from 'jest'
import { findPostgres15, startTestServer, type TestServer } from './test-server.ts'

const place = Symbol.for('helioport.testServers')
const shared = globalThis as { [place]?: TestServer[] }

/** Of jest, once for each of the projects `service` and `postgres-15`: the server on which its tests make databases. */
export default async function startForTests(_: unknown, project: Config): Promise<void> {
  const { name } = project.displayName as { name: string }
  const bin = name === 'postgres-15' ? findPostgres15() : undefined
  if (bin === null) throw new Error('No PostgreSQL 15 on this machine: Debian has it as the package postgresql-15.')
  const server = await startTestServer(bin)
  shared[place] = [...(shared[place] ?? []), server]
  process.env[`TEST_SERVER_${name}`] = server.databaseUrl
}

export async function stopAfterTests(): Promise<void> {
  const servers = shared[place] ?? []
  shared[place] = []
  await Promise.all(servers.map(({ stop }) => stop()))
}
