/** Result of a step of `npm test`. */
export interface Outcome {
  passed: number
  failed: number
  skipped: readonly Skipped[]
  /** Names of tests that failed at first and passed at the second try. */
  secondTries: readonly string[]
}

export interface Skipped {
  name: string
  /** Empty if the test gives none. */
  reason: string
}

export interface Step extends Outcome {
  name: string
  seconds: number
  /** See processor.ts. */
  processorSeconds: number
}

export const passedOrFailed = (code: number): Outcome => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: [],
  secondTries: [],
})

/** With more second tries than this the run fails: that many are no coincidence. */
export const mostSecondTries = 2

const listed = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : []

const columns = ['step', 'seconds', 'of processor', 'passed', 'failed', 'skipped'] as const

const figure = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1))

function table(steps: readonly Step[], wholeSeconds: number): string[] {
  const rows = steps.map(({ name, seconds, processorSeconds, passed, failed, skipped }) => [
    name,
    figure(seconds),
    figure(processorSeconds),
    String(passed),
    String(failed),
    String(skipped.length),
  ])
  const processor = steps.reduce((total, step) => total + step.processorSeconds, 0)
  const whole = ['all', figure(wholeSeconds), figure(processor), '', '', '']
  const all = [[...columns], ...rows, ...(steps.length > 1 ? [whole] : [])]
  const widths = columns.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/**
 * The end of a run's output: the table of its steps, skipped tests with reasons, tests with a second try,
 * failures; the last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
export function summary(steps: readonly Step[], wholeSeconds: number): { lines: string[]; failed: number } {
  const skipped = steps.flatMap((step) => step.skipped)
  const secondTries = steps.flatMap((step) => step.secondTries)
  const unexplained = skipped.filter(({ reason }) => reason === '')
  const broken = steps.filter(({ failed }) => failed > 0).map(({ name }) => name)
  if (secondTries.length > mostSecondTries)
    broken.push(`${secondTries.length} tests needed a second try, ${mostSecondTries} may`)
  if (unexplained.length > 0) broken.push(`${unexplained.length} tests are skipped without a reason`)
  const sum = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0)
  const failed = sum((step) => step.failed) + broken.length - steps.filter((step) => step.failed > 0).length
  const count = `${sum(({ passed }) => passed)} passed, ${failed} failed`
  return {
    failed,
    lines: [
      '',
      ...table(steps, wholeSeconds),
      ...listed(
        'Skipped:',
        skipped.map(({ name, reason }) => `${name}: ${reason || 'no reason is given'}`),
      ),
      ...listed('Passed at the second try only:', secondTries),
      ...listed('Failed:', broken),
      '',
      skipped.length > 0 ? `${count}, ${skipped.length} skipped` : count,
    ],
  }
}
