import { startForTests } from './server-setup.ts'
import { findPostgres15 } from './test-server.ts'

export default async function start(): Promise<void> {
  const bin = findPostgres15()
  if (bin === null) throw new Error('No PostgreSQL 15 on this machine: Debian has it as the package postgresql-15.')
  await startForTests('postgres-15', bin)
}
