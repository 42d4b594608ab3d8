import { drills } from '../drills.ts'
import { runDrill, tooLong } from './drill-run.ts'
import { passedOrFailed } from './outcome.ts'
import type { Steps } from './steps.ts'

/** The short forms of all drills, one after the other. */
export async function runShortDrills(steps: Steps): Promise<void> {
  const seconds = new Map<string, number>()
  for (const drill of drills) {
    await steps.run(`drill ${drill.name}`, async () => {
      if (drill.longOnly !== undefined)
        return {
          passed: 0,
          failed: 0,
          skipped: [{ name: `drill ${drill.name}`, reason: drill.longOnly }],
          secondTries: [],
        }
      const run = await runDrill(drill, 'short')
      seconds.set(drill.name, run.seconds)
      if (!run.hasPassed) console.log(run.output)
      else console.log(`${drill.says} ${JSON.stringify(run.result)}`)
      return run.hasPassed ? 0 : 1
    })
  }
  if (drills.length === 0) return
  await steps.run('short forms in time', async () => {
    const faults = tooLong(seconds)
    for (const fault of faults) console.log(fault)
    return { ...passedOrFailed(0), passed: faults.length > 0 ? 0 : 1, failed: faults.length }
  })
}
