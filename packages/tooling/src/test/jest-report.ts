import type { Outcome, Skipped } from './outcome.ts'

/** The fields of jest's JSON that are read here. */
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
  /** Titles of the surrounding groups, outermost first. */
  ancestorTitles: readonly string[]
  title: string
}

/** Replaces jest's `fullName`, which omits the groups in runs without a sandbox. */
const fullName = ({ ancestorTitles, title }: JestTest) => [...ancestorTitles, title].join(' ')

export const failedFiles = (report: JestReport): JestFile[] =>
  report.testResults.filter(({ status }) => status === 'failed')

/** Names of failures: tests, and files that could not be run. */
export function failedTests(report: JestReport): string[] {
  return failedFiles(report).flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(fullName)
    return failed.length > 0 ? failed : [name]
  })
}

/** A skipped test gives the reason in its name, or in a group's name: `… (skipped: no root here)`. */
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

/** Result of the first run, and of the second run of the files that failed in it. */
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
