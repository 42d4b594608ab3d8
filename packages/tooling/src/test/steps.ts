import { type Outcome, passedOrFailed, type Step } from './outcome.ts'

export interface Steps {
  done: readonly Step[]
  /** Runs one step; a step that throws has failed. */
  run: (name: string, work: () => Promise<Outcome | number>) => Promise<void>
}

/**
 * Steps of a run, printed as they begin and end. `now`: ms; `processor`: processor seconds so far, see processor.ts.
 */
export function startSteps(now: () => number, processor: () => number, say: (line: string) => void): Steps {
  const done: Step[] = []
  return {
    done,
    async run(name, work) {
      const since = now()
      const used = processor()
      say(`\n── ${name}`)
      let outcome: Outcome
      try {
        const result = await work()
        outcome = typeof result === 'number' ? passedOrFailed(result) : result
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
        outcome = passedOrFailed(1)
      }
      const seconds = (now() - since) / 1000
      done.push({ name, seconds, processorSeconds: processor() - used, ...outcome })
      say(`── ${name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds.toFixed(1)} s)`)
    },
  }
}
