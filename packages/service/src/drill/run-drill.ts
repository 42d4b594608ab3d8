import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cac } from 'cac'
import { startTestServer } from '../testing/server/test-server.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'

export interface Trial {
  /** The short form, which `npm test` runs. */
  isShort: boolean
  /** Flags of the command line. */
  options: Readonly<Record<string, unknown>>
  /** A temporary folder, accessible to the database's user. */
  folder: string
  /** Starts a separate server, on which later test databases are made. */
  openServer: () => Promise<void>
  /** Starts such a server and makes a migrated database. */
  openDatabase: () => Promise<TestDatabase>
  /** Registers clean-up work, run in reverse order whether the drill passes or not. */
  afterwards: (work: () => Promise<unknown>) => void
}

/**
 * Runs a drill for `npm run drill`: prints the result of `work` as JSON in the last line; if it throws, the drill has
 * failed and the process exits with 1.
 */
export async function runDrill(work: (trial: Trial) => Promise<object>): Promise<void> {
  const cli = cac('drill')
  cli.option('--short', 'The short form, of at most 10 s')
  cli.option('--minutes <number>', 'How long a drill goes on that lasts as long as it is let')
  cli.help()
  const { options } = cli.parse()
  if (options['help'] === true) return
  const folder = mkdtempSync(join(tmpdir(), 'helioport-drill-'))
  chmodSync(folder, 0o755)
  const last: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const afterwards = (step: () => Promise<unknown>) => void last.unshift(step)
  const tidy = async () => {
    for (const step of last.splice(0)) await step().catch((error: unknown) => console.error(error))
  }
  // An interrupted drill leaves no server, disk or folder behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void tidy().finally(() => process.exit(1)))
  const openServer = async () => {
    const server = await startTestServer()
    afterwards(server.stop)
    process.env.TEST_DATABASE_URL = server.databaseUrl
  }
  const openDatabase = async () => {
    await openServer()
    const database = await startTestDatabase()
    afterwards(database.stop)
    return database
  }
  let line: string | null = null
  try {
    line = JSON.stringify(
      await work({ isShort: options['short'] === true, options, folder, openServer, openDatabase, afterwards }),
    )
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  }
  await tidy()
  if (line !== null) console.log(line)
}
