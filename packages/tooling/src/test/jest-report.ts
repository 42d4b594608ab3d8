import type { Outcome, Skipped } from './outcome.ts'

/** Of jest's JSON, what is read here. */
export interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numRuntimeErrorTestSuites: number
  testResults: readonly JestFile[]
}

interface JestFile {
  /** Path of the file. */
  name: string
  status: string
  startTime: number
  endTime: number
  assertionResults: readonly JestTest[]
}

interface JestTest {
  status: string
  /** Names of the groups around it, the outermost first. */
  ancestorTitles: readonly string[]
  title: string
}

/** Not jest's own `fullName`: without a sandbox it leaves the groups out. */
const fullName = ({ ancestorTitles, title }: JestTest) => [...ancestorTitles, title].join(' ')

export const failedFiles = (report: JestReport): JestFile[] =>
  report.testResults.filter(({ status }) => status === 'failed')

/** Names of what failed: tests, and files that could not be run at all. */
export function failedTests(report: JestReport): string[] {
  return failedFiles(report).flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(fullName)
    return failed.length > 0 ? failed : [name]
  })
}

/** A test says why it is skipped in its name, or in that of a group around it: `… (skipped: no root here)`. */
const reasonIn = (name: string) => /\(skipped: (.+?)\)/.exec(name)?.[1] ?? ''

function skippedIn(report: JestReport): Skipped[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending' || status === 'todo')
      .map(fullName)
      .map((name) => ({ name, reason: reasonIn(name) })),
  )
}

const failedIn = (report: JestReport) => report.numFailedTests + report.numRuntimeErrorTestSuites

/** Of the first run, and of the second, which was about the files that failed in it. */
export function jestOutcome(first: JestReport, second?: JestReport): Outcome {
  const skipped = skippedIn(first)
  if (second === undefined) return { passed: first.numPassedTests, failed: failedIn(first), skipped, secondTries: [] }
  const passedBefore = failedFiles(first).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  )
  const failedAgain = new Set(failedTests(second))
  return {
    passed: first.numPassedTests - passedBefore.length + second.numPassedTests,
    failed: failedIn(second),
    skipped,
    secondTries: failedTests(first).filter((name) => !failedAgain.has(name)),
  }
}
