import { cac } from 'cac'
import { type ChangeFlags, type CommonFlags, namesOf, openLayout, pathOf, print } from './cli/flags.ts'
import { runMove, runPrune, runRetire, runRotate, runUnlock } from './cli/run-change.ts'
import { runTeamKey, runTwoPersons } from './cli/run-team-key.ts'
import { teamActions } from './team/team-key.ts'
import { runAudit, runHistory, runStatus, runWindow } from './cli/run-view.ts'
import { projectRoot } from './publish/build.ts'
import { packedIn, packInto } from './publish/packed.ts'
import { publish } from './publish/publish.ts'
import { readPointer } from './store/pointer.ts'

interface PublishFlags extends ChangeFlags {
  root: string
  version?: string[]
  ifChanged?: boolean
  packed?: string[]
  mode?: string
  percent?: number
  auto?: boolean
}

async function runPublish(texts: string[], flags: PublishFlags): Promise<void> {
  const say = flags.json === true ? () => {} : print
  const packed = flags.packed === undefined ? undefined : pathOf(flags.packed.at(-1) ?? '')
  const known = packed === undefined ? undefined : (await packedIn(packed)).map(({ name }) => name)
  const results = await publish(await openLayout(flags), namesOf(texts, pathOf(flags.root), known), {
    ...flags,
    packed,
    root: pathOf(flags.root),
    development: flags.mode === 'development',
    version: flags.version?.[0],
    ifChanged: flags.ifChanged === true,
    parallel: 2,
    say,
  })
  if (flags.json === true) print(JSON.stringify(results))
  else
    for (const { name, release } of results.filter(({ outcome }) => outcome === 'kept'))
      say(`${name} ${release} unchanged`)
}

async function runPack(texts: string[], flags: CommonFlags & { to: string; small?: boolean }): Promise<void> {
  const layout = await openLayout(flags)
  for (const name of namesOf(texts, projectRoot)) {
    const current = (await readPointer(layout, name))?.current
    if (current === undefined) throw new Error(`${name} is not released there`)
    print(await packInto(pathOf(flags.to), layout, name, current, { small: flags.small === true }))
  }
}

const cli = cac('release')
type Command = ReturnType<typeof cli.command>

const common = (command: Command) =>
  command
    .option('--data <dir>', "The portal's data folder, as npm start has it, or the releases in it", {
      default: '.helioport',
    })
    .option('--json', 'Print JSON')
const change = (command: Command) =>
  common(command)
    .option('--reason <text>', 'Why; goes into the audit log')
    .option('--by <name>', 'Who; the user of this machine, if not given')
const move = (command: Command) =>
  change(command)
    .option('--expect-serial <serial>', 'Refuse unless the index is at this serial')
    .option('--dry-run', 'Say what would happen, and who is on it; change nothing')
const force = (command: Command) => command.option('--force', 'Although the gate objects; the audit log says over what')
const share = (command: Command) =>
  command
    .option('--percent <percent>', 'As a canary for 1, 10, 50 or 100 percent of the browsers')
    .option('--auto', 'The canary climbs by itself while it is good')

share(change(cli.command('publish <...parts>', 'Build, check and release parts: all, shell, or remotes by name')))
  .option('--expect-serial <serial>', 'Refuse unless the index is at this serial')
  .option('--version <version>', 'Instead of the version in package.json: 1.2.3', { type: [String] })
  .option('--init', 'Make the store, if there is none')
  .option('--if-changed', 'Leave out parts whose sources were published before')
  .option('--packed <dir>', 'Take releases that were packed instead of building them', { type: [String] })
  .option('--root <dir>', 'Project folder to build from', { default: projectRoot })
  .option('--mode <mode>', 'production or development', { default: 'production' })
  .action(runPublish)
share(force(move(cli.command('promote <part> <release>', 'Point browsers to a release of the store')))).action(
  (part: string, release: string, flags: ChangeFlags) => runMove('promote', part, release, flags),
)
force(move(cli.command('rollback <part>', 'Point browsers back to an earlier release')))
  .option('--to <release>', 'Release to go back to; the one in use before, if not given')
  .action((part: string, flags: ChangeFlags & { to?: string }) => runMove('rollback', part, flags.to, flags))
move(cli.command('revoke <part> <release>', 'Forbid a release to all browsers for good')).action(
  (part: string, release: string, flags: ChangeFlags) => runMove('revoke', part, release, flags),
)
move(cli.command('halt <part>', 'End the canary of a part')).action((part: string, flags: ChangeFlags) =>
  runMove('halt', part, undefined, flags),
)
change(cli.command('retire <part>', 'Take a remote out of the portal; its releases stay in the store')).action(
  runRetire,
)
common(cli.command('pack <...parts>', 'Write the current releases of parts as files, for publish --packed elsewhere'))
  .option('--to <dir>', 'Folder of the files', { default: 'packed' })
  .option('--small', 'A fifth less, which takes a minute more: for what is kept')
  .action(runPack)
common(cli.command('status', 'What is released, and who runs it')).action(runStatus)
common(cli.command('history [part]', 'Changes, newest first'))
  .option('--limit <number>', 'So many', { default: 20 })
  .action(runHistory)
common(cli.command('audit', 'The audit log'))
  .option('--verify', 'Check hash and signature of every line')
  .action((flags: CommonFlags) => runAudit(flags))
common(cli.command('window [...remotes]', 'How releases of former versions and those of now fit each other'))
  .option('--keep', 'Keep those of now as those of their version')
  .action(runWindow)
change(cli.command('prune', 'Remove releases beyond the retention'))
  .option('--dry-run', 'Say which')
  .action((flags: ChangeFlags) => runPrune(flags))
change(cli.command('unlock', 'Take the lock away from whoever holds it; status says who')).action(runUnlock)
change(cli.command('keys <rotate>', 'rotate: sign with the next key, make a new next one')).action(
  (what: string, flags: ChangeFlags) => {
    if (what !== 'rotate') throw new Error(`keys ${what}: only keys rotate is known`)
    return runRotate(flags)
  },
)
change(cli.command('team-key <what> [name]', 'Keys of teams: add, rotate, revoke, list'))
  .option('--team <team>', 'add: whose it is')
  .option('--holder <name>', 'add: who has it in hand; two persons are two holders')
  .option('--part <part>', 'add: what it is for; again for a further one')
  .option('--action <action>', `add: ${teamActions.join(', ')}; again for a further one`)
  .option('--issuer <url>', 'add: instead of a key, tokens that this issuer gives to a CI')
  .option('--claim <name=value>', 'add: what such a token must say; again for a further one')
  .option('--overlap <hours>', 'rotate: how long the key before it is good', { default: 24 })
  .action(runTeamKey)
change(cli.command('two-persons <part>', 'What a part lets two persons do together alone'))
  .option('--action <action>', 'point, canary, rollback, halt; again for a further one; none: one person is enough')
  .action(runTwoPersons)
cli.help()

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

try {
  cli.parse(process.argv, { run: false })
  if (cli.matchedCommand === undefined && cli.options['help'] !== true) {
    cli.outputHelp()
    process.exitCode = 2
  } else await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof Error && error.name === 'CACError' ? 2 : 1
}
