import { findPostgres15, type Postgres15, startPostgres15 } from './postgres-15.ts'

const place = Symbol.for('helioport.postgres15')
const shared = globalThis as { [place]?: Postgres15 }

/** Of jest, once for the project `postgres-15`: the server on which each of its tests makes a database of its own. */
export default async function startForTests(): Promise<void> {
  const bin = findPostgres15()
  if (bin === null) throw new Error('No PostgreSQL 15 on this machine: Debian has it as the package postgresql-15.')
  shared[place] = await startPostgres15(bin)
  process.env.POSTGRES_15_URL = shared[place].databaseUrl
}

export async function stopAfterTests(): Promise<void> {
  await shared[place]?.stop()
}
