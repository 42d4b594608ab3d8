import { runBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { runShortDrills } from './short-drills.ts'
import type { Steps } from './steps.ts'
import { runUnit } from './unit.ts'

/**
 * Runs everything sequentially. In parallel it took as long on two cores (1,156 s), which are busy in both cases, and
 * parallel work distorted the measurements of page times.
 */
export async function runAll(steps: Steps): Promise<void> {
  await runChecks(steps, 'all')
  await steps.run('unit and service tests', () => runUnit({ args: [] }))
  await runShortDrills(steps)
  await steps.run('browser tests', () => runBrowser([]))
}
