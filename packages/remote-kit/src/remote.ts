#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cac } from 'cac'
import { packArchive } from './archive.ts'
import { credentialsOf } from './credentials.ts'
import { develop } from './develop.ts'
import { askHost } from './host.ts'
import { readsTypeScript, runWithNewerNode } from './newer-node.ts'
import { pnpm } from './pnpm.ts'
import { build, builtFiles, checkTypes, lockfileOf, overBudget, runTests, sourceOf } from './project.ts'
import { upgrade } from './upgrade.ts'
import { sendRelease } from './upload.ts'

const root = process.cwd()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const nameOf = () => (JSON.parse(readFileSync(join(root, 'remote.json'), 'utf8')) as { name: string }).name

async function check() {
  await checkTypes(root)
  await runTests(root)
  const report = await build(root)
  const over = overBudget(root, report)
  if (over.length > 0) throw new Error(over.join('\n'))
  print(`${report.name} ${report.release} is built; its types, tests and sizes are as they should be`)
  return report
}

interface ReleaseFlags {
  to?: string
  percent?: number
  auto?: boolean
  /** `--no-point` */
  point: boolean
  reason?: string
}

/** The host's reply to a move; contains a proposal if the part requires a second person. */
interface Moved {
  serial?: number
  proposal?: string
}

function urlOf({ to = process.env['PORTAL'] }: { to?: string }): string {
  if (to === undefined || to === '')
    throw new Error('say where: --to https://portal.example (dev: --against), or PORTAL')
  return to
}

async function move(action: string, body: object, flags: ReleaseFlags): Promise<void> {
  const url = urlOf(flags)
  const result = await askHost<Moved>(url, `/releases/team/${action}`, credentialsOf(process.env, url), { method: 'POST', body }) // prettier-ignore
  if (result.proposal === undefined) print(`done: ${action} ${nameOf()} (index ${result.serial})`)
  else print(`proposed: somebody else confirms it with: remote confirm ${result.proposal} --to ${url}`)
}

/** A key's name and rights, from the host. */
interface Rights {
  name: string
  parts: readonly string[]
  actions: readonly string[]
}

/** What the host would refuse after the build, with the host's message; undefined if nothing. */
function refusedTo({ name, parts, actions }: Rights, part: string, flags: ReleaseFlags): string | undefined {
  const isCanary = flags.percent !== undefined && Number(flags.percent) !== 100 && flags.auto !== true
  const needed = ['upload', ...(flags.point ? [isCanary ? 'canary' : 'point'] : [])]
  const missing = needed.find((action) => !parts.includes(part) || !actions.includes(action))
  return missing === undefined ? undefined : `${name} may not ${missing} ${part}`
}

/** Check, upload, promote: everything that a CI does. */
async function release(flags: ReleaseFlags): Promise<void> {
  const url = urlOf(flags)
  const credentials = credentialsOf(process.env, url)
  // Checks the key before the build, which takes minutes.
  const key = await askHost<Rights>(url, '/releases/team/key', credentials)
  print(`${url} knows this key as ${key.name}`)
  const refused = refusedTo(key, nameOf(), flags)
  if (refused !== undefined) throw new Error(refused)
  const { name: part, release: built } = await check()
  const archive = await packArchive(builtFiles(root))
  const source = sourceOf(root)
  const upload = {
    part,
    release: built,
    archive,
    source,
    lockfile: lockfileOf(root),
    builtAt: new Date().toISOString(),
  }
  const { outcome, told = [] } = await sendRelease(url, credentials, upload, { say: print })
  print(`${part} ${built} ${outcome === 'stored' ? 'lies in the store' : 'lay in the store already'}`)
  for (const line of told) print(`  ${line}`)
  if (!flags.point) return
  const { percent, auto, reason = source.subject ?? 'released by the CI' } = flags
  const share = percent === undefined ? {} : { percent: Number(percent), ...(auto === true ? { auto } : {}) }
  await move('promote', { part, release: built, reason, ...share }, flags)
}

/** Checked before sending: the host would only reply that the request does not fit. */
function reasonOf({ reason = '' }: ReleaseFlags): string {
  if (reason.trim() === '') throw new Error('say why: --reason "wrong totals"; it goes into the audit log')
  return reason
}

const cli = cac('remote')
const to = (command: ReturnType<typeof cli.command>) =>
  command.option('--to <url>', 'The portal; else PORTAL').option('--reason <text>', 'Why; goes into the audit log')
cli.command('check', 'Types, tests, build, budgets').action(() => check().then(() => undefined))
cli
  .command('test', 'Its tests, with a double of the shell; what follows -- goes to node --test')
  .action((flags: { '--'?: string[] }) => runTests(root, flags['--']))
cli
  .command('upgrade', 'To the newest packages of the portal: what changed, and whether it still fits')
  .action(async () => {
    await upgrade(root, print)
    await check().catch((error: unknown) => {
      print(`
The newer packages stay. Mend what is said above, then: npm run check
Back to the former ones: git checkout package.json pnpm-lock.yaml, then npx ${pnpm} install`)
      throw error
    })
  })
to(cli.command('release', 'Check, send to a portal, and point browsers to it: what a CI does'))
  .option('--percent <percent>', 'As a canary for 1, 10, 50 or 100 percent of the browsers')
  .option('--auto', 'The canary climbs by itself while it is good')
  .option('--no-point', 'Send alone')
  .action(release)
to(cli.command('rollback [release]', 'Back to the release before, or to that one')).action(
  (release: string | undefined, flags: ReleaseFlags) =>
    move('rollback', { part: nameOf(), ...(release === undefined ? {} : { release }), reason: reasonOf(flags) }, flags),
)
to(cli.command('halt', 'End the canary')).action((flags: ReleaseFlags) =>
  move('halt', { part: nameOf(), reason: reasonOf(flags) }, flags),
)
to(cli.command('confirm <proposal>', 'What somebody else proposed')).action((proposal: string, flags: ReleaseFlags) =>
  move('confirm', { proposal }, flags),
)
cli
  .command('dev', 'This remote from source in a running portal, for your browser alone')
  .option('--against <url>', 'The portal; else PORTAL')
  .option('--port <port>', 'Of the development server, or the next one that is free', { default: 3100 })
  .action(({ against, port }: { against?: string; port: number }) =>
    develop({
      root,
      part: nameOf(),
      url: urlOf(against === undefined ? {} : { to: against }),
      port: Number(port),
      print,
    }),
  )
cli.help()

try {
  cli.parse(process.argv, { run: false })
  const [unknown] = cli.args
  if (cli.options['help'] === true) process.exitCode = 0
  else if (cli.matchedCommand === undefined) {
    cli.outputHelp()
    if (unknown !== undefined) process.stderr.write(`remote: there is no command ${unknown}\n`)
    process.exitCode = 2
  } else if (readsTypeScript(process.versions.node)) await cli.runMatchedCommand()
  else process.exitCode = await runWithNewerNode(import.meta.filename, process.argv.slice(2))
} catch (error) {
  process.stderr.write(`remote: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
