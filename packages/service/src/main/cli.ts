import { text } from 'node:stream/consumers'
import { minPasswordLength } from '@helioport/contract'
import { cac } from 'cac'
import { createAccount } from '../account/settings.ts'
import { verifyAudit } from '../audit/chain.ts'
import { serviceFolder } from './data-folder.ts'
import { makeSettings, readEnvironment } from './settings.ts'
import { inspectDatabase } from '../database/dump/inspect.ts'
import { openSource } from '../database/source.ts'

class UsageError extends Error {}

interface Flags {
  data: string[]
  userName?: string[]
  email?: string[]
  role?: string
  stateName?: string[]
  verify?: boolean
  distributed?: boolean
  withAllRows?: boolean
}

const log = (line: string) => console.error(line)

const cli = cac('npm run service --')
// Otherwise values that look like numbers are parsed as numbers.
const asText = { type: [String] }
cli.option('--data <dir>', "The portal's data folder, as npm start has it, or that of the service in it", {
  ...asText,
  default: ['.helioport/service'],
})
cli
  .command('create-account', 'Password on standard input; where the user name exists, its password is set')
  .option('--user-name <name>', 'Name to sign in with', asText)
  .option('--email <address>', 'Where mails go', asText)
  .option('--role <role>', 'owner or operator', { default: 'owner' })
  .option('--state-name <name>', 'Province or state', asText)
  .action(runCreateAccount)
cli
  .command('migrate [direction]', 'Brings the schema to its newest state (up), one step back (down), or away (none)')
  .option('--distributed', 'Spread samples over the workers of a Citus cluster, too; rows that are there move along')
  .option('--with-all-rows', 'Goes with none where there are accounts: every table goes, and what is in it')
  .action(runMigrate)
cli
  .command('audit', 'Names every row of the operation log that was altered, dropped or moved; 1 if there is any')
  .option('--verify', 'Read the whole log')
  .action(runAudit)
cli.help((sections) => [
  ...sections,
  {
    title: 'Environment',
    body: '  DATABASE_URL: use that PostgreSQL instead; DATABASE_OWNER_URL where another role owns its tables',
  },
])

try {
  const { args } = cli.parse(process.argv, { run: false })
  if (cli.matchedCommand !== undefined) await cli.runMatchedCommand()
  else if (cli.options['help'] !== true)
    throw new UsageError(args[0] === undefined ? 'No command.' : `Unknown command ${args[0]}.`)
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  const isUsage = error instanceof UsageError || (error instanceof Error && error.name === 'CACError')
  if (isUsage) cli.outputHelp()
  process.exitCode = isUsage ? 2 : 1
}

async function runCreateAccount(flags: Flags): Promise<void> {
  const [userName, email, stateName] = [flags.userName?.[0], flags.email?.[0], flags.stateName?.[0] ?? '']
  const { role } = flags
  if (!userName || !email) throw new UsageError('--user-name and --email are required.')
  if (role !== 'owner' && role !== 'operator') throw new UsageError('--role is owner or operator.')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password.length < minPasswordLength) {
    throw new UsageError(`The password needs at least ${minPasswordLength} characters.`)
  }
  await withDatabase(flags, async ({ db, migrate }) => {
    await migrate()
    const input = { userName, email, role, stateName, password } as const
    const done = await createAccount({ db, now: Date.now }, input)
    console.log(done === 'created' ? `account ${userName}: created` : `account ${userName}: password set`)
  })
}

async function runMigrate(direction = 'up', flags: Flags): Promise<void> {
  if (direction !== 'up' && direction !== 'down' && direction !== 'none') {
    throw new UsageError('migrate takes up, down or none.')
  }
  if (flags.distributed === true && direction !== 'up') throw new UsageError('--distributed goes with migrate up.')
  await withDatabase(flags, async ({ db, migrate, distribute }) => {
    if (direction === 'none' && flags.withAllRows !== true) await requireNoAccounts(db)
    const done = await migrate(direction)
    if (flags.distributed === true) done.push(...(await distribute()).map((table) => `Spread ${table}`))
    console.log(done.length > 0 ? done.join('\n') : 'nothing to do')
  })
}

/** Protects against reading "none" as "do nothing", which would delete everything. */
async function requireNoAccounts(db: Parameters<typeof inspectDatabase>[0]): Promise<void> {
  const { accounts } = await inspectDatabase(db)
  if (accounts !== null && accounts > 0)
    throw new Error(
      `migrate none takes every table away, with all that its accounts (${accounts}) have: after a backup, migrate none --with-all-rows.`,
    )
}

async function runAudit(flags: Flags): Promise<void> {
  if (flags.verify !== true) throw new UsageError('audit takes --verify.')
  const { settings } = makeSettings(readEnvironment(process.env), folderOf(flags), 0)
  await withDatabase(flags, async ({ db }) => {
    const { rows, heads, faults } = await verifyAudit({ db }, settings.key)
    for (const { day, no, fault } of faults) console.log(`${day} ${no === null ? 'end' : `row ${no}`}: ${fault}`)
    console.log(`audit: ${rows} rows, ${heads} signed days, ${faults.length} faults`)
    if (faults.length > 0) process.exitCode = 1
  })
}

function folderOf({ data }: Flags): string {
  return serviceFolder(data.at(-1) ?? '')
}

/** Uses the server that runs on the data folder, or starts one for the duration of the command. */
async function withDatabase(
  flags: Flags,
  work: (opened: Awaited<ReturnType<typeof openSource>>) => Promise<void>,
): Promise<void> {
  const source = {
    dataFolder: folderOf(flags),
    databaseUrl: process.env.DATABASE_URL || undefined,
    ownerUrl: process.env.DATABASE_OWNER_URL || undefined,
  }
  const opened = await openSource(source, log, (embedded) => !embedded.adopted)
  try {
    await work(opened)
  } finally {
    await opened.close()
  }
}
