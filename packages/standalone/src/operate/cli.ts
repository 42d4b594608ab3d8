import { placeOf } from './place.ts'
import { handOver, programs } from './programs.ts'
import { Refusal, tellOf } from './refusal.ts'
import { programName, readTold, type Told } from './settings.ts'

/** Commands of other programs, with their own flags; they get the portal's data folder. */
const others = {
  migrate: { text: 'Bring the schema to its newest state (up), one step back (down), or away (none)', path: programs.serviceCommands, first: ['migrate'], next: 'doctor' }, // prettier-ignore
  account: { text: 'Make an account, or set its password: --user-name --email --role, password on standard input', path: programs.serviceCommands, first: ['create-account'], next: 'doctor' }, // prettier-ignore
  audit: {
    text: 'Check the operation log: --verify',
    path: programs.serviceCommands,
    first: ['audit'],
    next: 'support',
  },
  release: {
    text: 'publish, rollback, status …: what browsers run',
    path: programs.releaseCommands,
    first: [],
    next: 'release status',
  },
} as const

const isOther = (name: string | undefined): name is keyof typeof others => name !== undefined && name in others

/** The advised next command: one that shows what is wrong, other than the one just run. */
const nextOf = (name: keyof typeof others, [what]: readonly string[]) =>
  what === 'status' ? 'doctor' : others[name].next

/** Passes the command on, with the portal's data folder unless another one is named. */
async function pass(name: keyof typeof others, rest: readonly string[]): Promise<number> {
  const told = readTold(['status'], process.env) as Told
  const { path, first } = others[name]
  const names = rest.some((arg) => arg === '--data' || arg.startsWith('--data='))
  const isHelp = rest.includes('--help') || rest.includes('-h') || (name === 'release' && rest.length === 0)
  const data = names || isHelp ? [] : ['--data', placeOf(told).data]
  const code = await handOver(path, [...first, ...rest, ...data], told.environment)
  // The program has printed the error itself.
  if (code !== 0) console.error(`  next: ${programName} ${code === 2 ? `${name} --help` : nextOf(name, rest)}`)
  return code
}

/** Commands load their code lazily: help and account need neither database nor builds. */
const own = {
  serve: async (told: Told) => {
    const [{ runCommand }, { serve }] = await Promise.all([import('../run-command.ts'), import('./serve.ts')])
    await runCommand((command) => serve(told, command), (error) => tellOf(error, usualNext)) // prettier-ignore
  },
  status: async (told: Told) => (await import('./status.ts')).runStatus(told),
  doctor: async (told: Told) => (await import('./doctor.ts')).runDoctor(told),
  support: async (told: Told) => (await import('./support.ts')).runSupport(told),
  backup: async (told: Told) => (await import('../backup/backup.ts')).runBackup(told),
  restore: async (told: Told) => (await import('../backup/restore.ts')).runRestore(told),
  upgrade: async (told: Told) => (await import('./upgrade.ts')).runUpgrade(told),
}

const [name, ...rest] = process.argv.slice(2)
const usualNext = `${programName} doctor`
try {
  if (isOther(name)) process.exitCode = await pass(name, rest)
  else {
    const texts = Object.fromEntries(Object.entries(others).map(([each, { text }]) => [each, text]))
    const told = readTold(process.argv.slice(2), process.env, texts)
    const code = told === undefined ? undefined : await own[told.command](told)
    if (code !== undefined) process.exitCode = code
  }
} catch (error) {
  console.error(tellOf(error, usualNext))
  process.exitCode = error instanceof Refusal ? 2 : 1
}
