import { ProcessGroup } from './process-group.ts'
import { StepFailed, type Steps, stepsOn } from './steps.ts'

export interface Command {
  steps: Steps
  group: ProcessGroup
  /** Runs after all processes have ended. */
  onEnd: (work: () => void) => void
}

/**
 * A command that keeps processes running. Ctrl-C, SIGTERM, a closed terminal or an ended parent stop all of them in
 * order; a failure stops what was started and ends with code 1.
 */
export async function runCommand(
  work: (command: Command) => Promise<'running' | 'done'>,
  tellOf = (error: unknown) => `✗ ${error instanceof Error ? error.message : String(error)}`,
): Promise<void> {
  const steps = stepsOn(process.stdout, Date.now)
  const group = new ProcessGroup((text) => steps.note(`! ${text}`))
  const last: (() => void)[] = []
  let ending = false

  async function end(code: number): Promise<void> {
    if (ending) return
    ending = true
    await group.stopAll()
    for (const finish of last) finish()
    process.exit(code)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  process.on('disconnect', () => void end(0))
  // A closed terminal breaks the output.
  process.stdout.on('error', () => void end(0))
  try {
    if ((await work({ steps, group, onEnd: (finish) => last.push(finish) })) === 'done') await end(0)
  } catch (error) {
    if (!(error instanceof StepFailed)) console.error(tellOf(error))
    await end(1)
  }
}
