import { runBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { runShortDrills } from './short-drills.ts'
import type { Steps } from './steps.ts'
import { runUnit } from './unit.ts'

/**
 * Everything. The tests in a browser run beside all the rest, since either waits for much of its time; where both want
 * the processor they go first: they take longest, and a person's patience is what they measure with.
 */
export async function runAll(steps: Steps): Promise<void> {
  const browser = steps.run('browser tests', () => runBrowser([]))
  await runChecks(steps, 'all')
  await steps.run('unit and service tests', () => runUnit({ args: [], niceness: 5 }))
  await runShortDrills(steps)
  await browser
}
