import { startTestServer, type TestServer } from './test-server.ts'

const place = Symbol.for('helioport.testServers')
const shared = globalThis as { [place]?: TestServer[] }

/** Jest's global setup of a project: starts the server for its tests' databases. `bin`: see startTestServer. */
export async function startForTests(project: string, bin?: string): Promise<void> {
  keepForTests(project, await startTestServer(bin))
}

/** Keeps the server of a project's tests until they are over. */
export function keepForTests(project: string, server: TestServer): void {
  shared[place] = [...(shared[place] ?? []), server]
  process.env[`TEST_SERVER_${project}`] = server.databaseUrl
}

export async function stopAfterTests(): Promise<void> {
  const servers = shared[place] ?? []
  shared[place] = []
  await Promise.all(servers.map(({ stop }) => stop()))
}
