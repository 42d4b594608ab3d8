import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { minPasswordLength } from '@helioport/contract'
import { createAccount } from '../account/account.ts'
import { verifyAudit } from '../audit/audit.ts'
import { makeSettings, readEnvironment } from './settings.ts'
import { openSource } from '../database/source.ts'

const help = `Usage: npm run service -- COMMAND [--data DIR]
  create-account --user-name NAME --email ADDRESS --role owner|operator [--state-name NAME]
      Password on standard input. Where the user name exists, its password is set.
  migrate [up|down|none]
      Brings the schema to its newest state, one step back, or away.
  audit --verify
      Reads the whole operation log and names every row that was altered, dropped or moved; ends with 1 if there is any.
  --data  folder of the embedded PostgreSQL (default .helioport/service); it is used whether or not the service runs.
  DATABASE_URL in the environment: use that PostgreSQL instead; DATABASE_OWNER_URL where another role owns its tables.`

class UsageError extends Error {}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.helioport/service' },
    'user-name': { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', default: 'owner' },
    'state-name': { type: 'string', default: '' },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const log = (line: string) => console.error(line)

try {
  await run(positionals[0])
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) log(help)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

async function run(command: string | undefined): Promise<void> {
  if (values.help) return console.log(help)
  if (command === 'create-account') return runCreateAccount()
  if (command === 'migrate') return runMigrate(positionals[1] ?? 'up')
  if (command === 'audit' && values.verify) return runAudit()
  throw new UsageError(command === undefined ? 'No command.' : `Unknown command ${command}.`)
}

async function runCreateAccount(): Promise<void> {
  const { 'user-name': userName, email, role } = values
  if (!userName || !email) throw new UsageError('--user-name and --email are required.')
  if (role !== 'owner' && role !== 'operator') throw new UsageError('--role is owner or operator.')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password.length < minPasswordLength) {
    throw new UsageError(`The password needs at least ${minPasswordLength} characters.`)
  }
  await withDatabase(async ({ db, migrate }) => {
    await migrate()
    const input = { userName, email, role, stateName: values['state-name'], password } as const
    const done = await createAccount({ db, now: Date.now }, input)
    console.log(done === 'created' ? `account ${userName}: created` : `account ${userName}: password set`)
  })
}

async function runMigrate(direction: string): Promise<void> {
  if (direction !== 'up' && direction !== 'down' && direction !== 'none') {
    throw new UsageError('migrate takes up, down or none.')
  }
  await withDatabase(async ({ migrate }) => {
    const done = await migrate(direction)
    console.log(done.length > 0 ? done.join('\n') : 'nothing to do')
  })
}

async function runAudit(): Promise<void> {
  const { settings } = makeSettings(readEnvironment(process.env), values.data, 0)
  await withDatabase(async ({ db }) => {
    const { rows, heads, faults } = await verifyAudit({ db }, settings.key)
    for (const { day, no, fault } of faults) console.log(`${day} ${no === null ? 'end' : `row ${no}`}: ${fault}`)
    console.log(`audit: ${rows} rows, ${heads} signed days, ${faults.length} faults`)
    if (faults.length > 0) process.exitCode = 1
  })
}

/** Uses the server that runs on the data folder; starts one for as long as the command takes otherwise. */
async function withDatabase(work: (opened: Awaited<ReturnType<typeof openSource>>) => Promise<void>): Promise<void> {
  const source = {
    dataFolder: values.data,
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
