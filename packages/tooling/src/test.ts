/**
 * All checks of the project. The output ends with a table of the steps, the skipped
 * tests with reasons, the tests that passed only at a second try, and `N passed, N failed`; see this package's README.
 */
import { cac } from 'cac'
import { runBrowser } from './test/browser.ts'
import { runChecks } from './test/checks.ts'
import { summary } from './test/outcome.ts'
import { processorSeconds } from './test/processor.ts'
import { runAll } from './test/run-all.ts'
import { runChanged } from './test/run-changed.ts'
import { runShortDrills } from './test/short-drills.ts'
import { startSteps } from './test/steps.ts'
import { runUnit } from './test/unit.ts'

const partNames = ['check', 'unit', 'browser', 'drill', 'postgres-15', 'citus'] as const
type Part = (typeof partNames)[number]

interface Flags {
  only?: string
  changed?: boolean
  base?: string
  '--': string[]
}

const cli = cac('npm test --')
cli
  .command('[...paths]', 'All checks; paths: only those tests, with --only')
  .option('--only <part>', `One part: ${partNames.join(', ')}`)
  .option('--changed', 'Only what has to do with the files that differ from where this branch left main')
  .option('--base <revision>', 'Of --changed: compare with this revision')
  .example('npm test -- --only unit mfe-station -- -t "a name"')
  .action(runTests)
cli.help()

async function runTests(paths: string[], flags: Flags): Promise<void> {
  const { only } = flags
  if (only !== undefined && !partNames.some((part) => part === only))
    throw new Error(`--only takes ${partNames.join(', ')}`)
  if (only === undefined && (paths.length > 0 || flags['--'].length > 0)) throw new Error('paths need --only')
  const steps = startSteps(() => performance.now(), processorSeconds, console.log)
  const args = [...paths, ...flags['--']]
  const parts: Record<Part, () => Promise<void>> = {
    check: () => runChecks(steps, 'all'),
    unit: () => steps.run('unit and service tests', () => runUnit({ args })),
    'postgres-15': () => steps.run('service tests on PostgreSQL 15', () => runUnit({ args, on: 'postgres-15' })),
    citus: () => steps.run('service tests on a cluster of Citus', () => runUnit({ args, on: 'citus' })),
    drill: () => runShortDrills(steps),
    browser: () => steps.run('browser tests', () => runBrowser(args)),
  }
  if (flags.changed === true) await runChanged(steps, flags.base)
  else if (only === undefined) await runAll(steps)
  else await parts[only as Part]()
  const { lines, failed } = summary(steps.done, performance.now() / 1000)
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
