import { resolve } from 'node:path'
import { isReleasableName, type ReleasableName, releasableNames } from '@helioport/contract'
import { cac } from 'cac'
import { projectRoot } from './publish/build.ts'
import { publish } from './publish/publish.ts'
import { statusOf } from './publish/status.ts'
import { rollBack } from './store/change.ts'
import { type Layout, layoutOf } from './store/layout.ts'

interface Common {
  data: string
  json?: boolean
}

const cli = cac('release')
const print = (line: string) => void process.stdout.write(`${line}\n`)

function openLayout({ data }: Common): Layout {
  return layoutOf(resolve(process.env['INIT_CWD'] ?? process.cwd(), data))
}

function nameOf(text: string): ReleasableName {
  if (isReleasableName(text)) return text
  throw new Error(`"${text}" is none of ${releasableNames.join(', ')}`)
}

function namesOf(texts: readonly string[]): ReleasableName[] {
  return texts.includes('all') ? [...releasableNames] : texts.map(nameOf)
}

interface PublishFlags extends Common {
  root: string
  version?: string
  ifChanged?: boolean
  mode?: string
}

async function runPublish(texts: string[], flags: PublishFlags): Promise<void> {
  const say = flags.json === true ? () => {} : print
  const results = await publish(openLayout(flags), namesOf(texts), {
    root: resolve(process.env['INIT_CWD'] ?? process.cwd(), flags.root),
    development: flags.mode === 'development',
    version: flags.version,
    ifChanged: flags.ifChanged === true,
    parallel: 2,
    say,
  })
  if (flags.json === true) print(JSON.stringify(results))
  else
    for (const { name, release } of results.filter(({ outcome }) => outcome === 'kept'))
      say(`${name} ${release} unchanged`)
}

async function runRollback(text: string, flags: Common & { to?: string; reason?: string }): Promise<void> {
  const result = await rollBack(openLayout(flags), nameOf(text), flags, new Date())
  if (flags.json === true) print(JSON.stringify(result))
  else print(`${result.name} is back from ${result.from} to ${result.to} (index ${result.serial})`)
}

async function runStatus(flags: Common): Promise<void> {
  const status = await statusOf(openLayout(flags))
  if (flags.json === true) {
    print(JSON.stringify(status))
    return
  }
  print(`index ${status.serial ?? 'not written yet'}, valid until ${status.notAfter ?? '-'}`)
  for (const { name, current, former, since, brotliBytes } of status.parts) {
    print(
      `${name.padEnd(10)} ${current}  since ${since}  ${(brotliBytes / 1024).toFixed(1)} KB br  before: ${former ?? '-'}`,
    )
  }
  if (status.auditBrokenAt !== null)
    print(`! line ${status.auditBrokenAt} of the audit log does not fit the one before`)
}

const dataFlag = ['--data <dir>', 'Data folder of the release host', { default: '.helioport/releases' }] as const
const jsonFlag = ['--json', 'Print JSON'] as const

cli
  .command('publish <...parts>', `Build, check and release parts: all, ${releasableNames.join(', ')}`)
  .option(...dataFlag)
  .option('--version <version>', 'Instead of the version in package.json: 1.2.3', { type: [String] })
  .option('--if-changed', 'Leave out parts whose sources were published before')
  .option('--root <dir>', 'Project folder to build from', { default: projectRoot })
  .option('--mode <mode>', 'production or development', { default: 'production' })
  .option(...jsonFlag)
  .action((parts: string[], flags: PublishFlags & { version?: string[] }) =>
    runPublish(parts, { ...flags, version: flags.version?.[0] } as PublishFlags),
  )
cli
  .command('rollback <part>', 'Point browsers back to an earlier release')
  .option(...dataFlag)
  .option('--to <release>', 'Release to go back to; the one in use before, if not given')
  .option('--reason <text>', 'Goes into the audit log')
  .option(...jsonFlag)
  .action(runRollback)
cli
  .command('status', 'What is released')
  .option(...dataFlag)
  .option(...jsonFlag)
  .action(runStatus)
cli.help()

try {
  cli.parse(process.argv, { run: false })
  if (cli.matchedCommand === undefined && cli.options['help'] !== true) {
    cli.outputHelp()
    process.exitCode = 2
  } else await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
