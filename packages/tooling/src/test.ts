/**
 * All checks of the project, in the order in which they are cheap. The last lines are a table of the steps, what was
 * skipped and why, what passed at a second try only, and `N passed, N failed`; see the README of this package.
 */
import { cac } from 'cac'
import { runBrowser } from './test/browser.ts'
import { runChecks } from './test/checks.ts'
import { summary } from './test/outcome.ts'
import { runChanged } from './test/run-changed.ts'
import { runShortDrills } from './test/short-drills.ts'
import { startSteps } from './test/steps.ts'
import { runUnit } from './test/unit.ts'

const parts = ['check', 'unit', 'browser', 'drill', 'postgres-15'] as const
type Part = (typeof parts)[number]

interface Flags {
  only?: string
  changed?: boolean
  base?: string
  '--': string[]
}

const cli = cac('npm test --')
cli
  .command('[...paths]', 'All checks; paths: only those tests, with --only')
  .option('--only <part>', `One part: ${parts.join(', ')}`)
  .option('--changed', 'Only what has to do with the files that differ from where this branch left main')
  .option('--base <revision>', 'Of --changed: compare with this revision')
  .example('npm test -- --only unit mfe-station -- -t "a name"')
  .action(runTests)
cli.help()

async function runTests(paths: string[], flags: Flags): Promise<void> {
  const { only } = flags
  if (only !== undefined && !parts.some((part) => part === only)) throw new Error(`--only takes ${parts.join(', ')}`)
  const steps = startSteps(() => performance.now(), console.log)
  const isIn = (part: Part) => (only === undefined ? part !== 'postgres-15' : part === only)
  const args = [...paths, ...flags['--']]
  if (flags.changed === true) await runChanged(steps, flags.base)
  else {
    if (isIn('check')) await runChecks(steps, 'all')
    if (isIn('unit')) await steps.run('unit and service tests', () => runUnit({ args }))
    if (isIn('postgres-15'))
      await steps.run('service tests on PostgreSQL 15', () => runUnit({ args, onPostgres15: true }))
    if (isIn('drill')) await runShortDrills(steps)
    if (isIn('browser')) await steps.run('browser tests', () => runBrowser(args))
  }
  const { lines, failed } = summary(steps.done)
  console.log(lines.join('\n'))
  process.exit(failed === 0 ? 0 : 1)
}

try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  console.log(`test: ${error instanceof Error ? error.message : String(error)}\n\n0 passed, 1 failed`)
  process.exit(1)
}
