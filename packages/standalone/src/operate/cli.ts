import { runBackup } from '../backup/backup.ts'
import { runRestore } from '../backup/restore.ts'
import { runCommand } from '../run-command.ts'
import { runDoctor } from './doctor.ts'
import { placeOf } from './place.ts'
import { handOver, programs } from './programs.ts'
import { Refusal, tellOf } from './refusal.ts'
import { serve } from './serve.ts'
import { programName, readTold, type Told } from './settings.ts'
import { runStatus } from './status.ts'
import { runUpgrade } from './upgrade.ts'

/** Commands that other programs carry out, with their own flags; the data folder is that of the portal. */
const others = {
  migrate: { text: 'Bring the schema to its newest state (up), one step back (down), or away (none)', path: programs.serviceCommands, first: ['migrate'] }, // prettier-ignore
  account: { text: 'Make an account, or set its password: --user-name --email --role, password on standard input', path: programs.serviceCommands, first: ['create-account'] }, // prettier-ignore
  audit: { text: 'Check the operation log: --verify', path: programs.serviceCommands, first: ['audit'] },
  release: { text: 'publish, rollback, status …: what browsers run', path: programs.releaseCommands, first: [] },
} as const

const isOther = (name: string | undefined): name is keyof typeof others => name !== undefined && name in others

/** Hands over, with the data folder of the portal unless another one is named. */
async function pass(name: keyof typeof others, rest: readonly string[]): Promise<number> {
  const told = readTold(['status'], process.env) as Told
  const { path, first } = others[name]
  const names = rest.some((arg) => arg === '--data' || arg.startsWith('--data='))
  const isHelp = rest.includes('--help') || rest.includes('-h') || (name === 'release' && rest.length === 0)
  const data = names || isHelp ? [] : ['--data', placeOf(told).data]
  return handOver(path, [...first, ...rest, ...data], told.environment)
}

async function run(told: Told): Promise<number> {
  switch (told.command) {
    case 'status':
      return runStatus(told)
    case 'doctor':
      return runDoctor(told)
    case 'backup':
      return runBackup(told)
    case 'restore':
      return runRestore(told)
    case 'upgrade':
      return runUpgrade(told)
    default:
      return 0
  }
}

const [name, ...rest] = process.argv.slice(2)
const usualNext = `${programName} doctor`
try {
  if (isOther(name)) process.exitCode = await pass(name, rest)
  else {
    const texts = Object.fromEntries(Object.entries(others).map(([each, { text }]) => [each, text]))
    const told = readTold(process.argv.slice(2), process.env, texts)
    if (told?.command === 'serve')
      await runCommand((command) => serve(told, command), (error) => tellOf(error, usualNext)) // prettier-ignore
    else if (told !== undefined) process.exitCode = await run(told)
  }
} catch (error) {
  console.error(tellOf(error, usualNext))
  process.exitCode = error instanceof Refusal ? 2 : 1
}
