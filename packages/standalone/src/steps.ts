/** Progress of a start, one line per step with the time taken; on a terminal the running step is rewritten in place. */
export interface Steps {
  /** Runs `work` as a step; `say` shows progress. On an error it prints the step's advice and rethrows. */
  run<T>(title: string, advice: string, work: (say: (progress: string) => void) => Promise<T>): Promise<T>
  note(line: string): void
}

export interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

export class StepFailed extends Error {}

export function stepsOn(output: Output, now: () => number): Steps {
  const live = output.isTTY === true
  let shown: string | undefined

  const clear = () => {
    if (live && shown) output.write(`\r\u001b[2K`)
    shown = undefined
  }
  const show = (line: string) => {
    if (!live || line === shown) return
    clear()
    output.write(line)
    shown = line
  }

  return {
    async run(title, advice, work) {
      const since = now()
      const took = () => `${((now() - since) / 1000).toFixed(1)} s`
      if (!live) output.write(`· ${title} …\n`)
      show(`· ${title} …`)
      try {
        const result = await work((progress) => show(`· ${title}: ${progress}`))
        clear()
        output.write(`✓ ${title} (${took()})\n`)
        return result
      } catch (error) {
        clear()
        if (error instanceof StepFailed) throw error
        const reason = error instanceof Error ? error.message : String(error)
        output.write(`✗ ${title} failed after ${took()}: ${reason}\n  ${advice}\n`)
        throw new StepFailed(reason, { cause: error })
      }
    },
    note(line) {
      clear()
      output.write(`${line}\n`)
    },
  }
}
