import { runBrowser } from './browser.ts'
import { runChecks } from './checks.ts'
import { runShortDrills } from './short-drills.ts'
import type { Steps } from './steps.ts'
import { runUnit } from './unit.ts'

/**
 * Everything, one after the other. Side by side it took as long on two cores (1,156 s), which are busy then as now, and
 * what a person would wait for was measured beside work that no person has.
 */
export async function runAll(steps: Steps): Promise<void> {
  await runChecks(steps, 'all')
  await steps.run('unit and service tests', () => runUnit({ args: [] }))
  await runShortDrills(steps)
  await steps.run('browser tests', () => runBrowser([]))
}
