import type { Outcome } from './outcome.ts'

/** The fields of Playwright's JSON that are read here. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: readonly unknown[]
  suites: readonly Suite[]
}

interface Suite {
  title: string
  file: string
  suites?: readonly Suite[]
  specs: readonly Spec[]
}

interface Spec {
  title: string
  file: string
  tests: readonly {
    status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
    annotations: readonly { type: string; description?: string }[]
    results: readonly { duration: number }[]
  }[]
}

const specsIn = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]

export function browserOutcome(report: BrowserReport): Outcome {
  const tests = report.suites
    .flatMap(specsIn)
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, name: `${spec.file} ${spec.title}` })))
  const reasonOf = (test: (typeof tests)[number]) =>
    test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? ''
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + report.errors.length,
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map((test) => ({ name: test.name, reason: reasonOf(test) })),
    secondTries: tests.filter(({ status }) => status === 'flaky').map(({ name }) => name),
  }
}

/** Seconds per spec file, over all its tests; by path below `e2e/src`. */
export function secondsBySpec(report: BrowserReport): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const { file: path, tests } of report.suites.flatMap(specsIn)) {
    const file = path.replace(/^src\//, '')
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000)
  }
  return seconds
}
