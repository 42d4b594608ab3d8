import { runBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { runShortDrills } from './short-drills.ts'
import type { Steps } from './steps.ts'
import { runUnit } from './unit.ts'

/**
 * Everything. The tests in a browser run beside all the rest, and drills beside the tests of jest, since each waits for
 * much of its time. Where they want the processor at once jest's stand back: what the others measure with is a person's
 * patience.
 */
export async function runAll(steps: Steps): Promise<void> {
  const browser = steps.run('browser tests', () => runBrowser([]))
  await runChecks(steps, 'all')
  const unit = steps.run('unit and service tests', () => runUnit({ args: [], niceness: 5 }))
  await runShortDrills(steps)
  await Promise.all([unit, browser])
}
