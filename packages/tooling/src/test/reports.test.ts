import { browserOutcome, type BrowserReport, secondsBySpec } from './browser-report.ts'
import { failedTests, type JestReport, jestOutcome } from './jest-report.ts'

type Assertion = { status: string; ancestorTitles: string[]; title: string }

function jestReport(files: Record<string, readonly Assertion[] | 'does not run'>): JestReport {
  const testResults = Object.entries(files).map(([name, results]) => {
    const assertionResults = results === 'does not run' ? [] : results
    const hasFailed = results === 'does not run' || results.some(({ status }) => status === 'failed')
    return { name, status: hasFailed ? 'failed' : 'passed', startTime: 0, endTime: 1, assertionResults }
  })
  const count = (wanted: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: Object.values(files).filter((results) => results === 'does not run').length,
    testResults,
  }
}
const passed = (title: string) => ({ status: 'passed', ancestorTitles: [], title })
const failed = (title: string) => ({ status: 'failed', ancestorTitles: [], title })

test('a test that fails and then passes counts as passed and is listed as a second try', () => {
  const first = jestReport({ '/a.test.ts': [passed('a1'), failed('a2')], '/b.test.ts': [passed('b')] })
  const second = jestReport({ '/a.test.ts': [passed('a1'), passed('a2')] })
  expect(jestOutcome(first, second)).toEqual({ passed: 3, failed: 0, skipped: [], secondTries: ['a2'] })
  expect(jestOutcome(first)).toMatchObject({ passed: 2, failed: 1, secondTries: [] })
})

test('a test that fails twice counts as failed and is no second try', () => {
  const first = jestReport({ '/a.test.ts': [failed('a1'), failed('a2')] })
  const second = jestReport({ '/a.test.ts': [passed('a1'), failed('a2')] })
  expect(jestOutcome(first, second)).toEqual({ passed: 1, failed: 1, skipped: [], secondTries: ['a1'] })
})

test('a test file that does not run counts as one failure', () => {
  const report = jestReport({ '/a.test.ts': 'does not run', '/b.test.ts': [failed('b')] })
  expect(failedTests(report)).toEqual(['/a.test.ts', 'b'])
  expect(jestOutcome(report).failed).toBe(2)
})

test('the reason of a skipped test is read from its title', () => {
  const group = 'a full disk (skipped: no disk can be mounted here)'
  const report = jestReport({
    '/a.test.ts': [
      { status: 'pending', ancestorTitles: [group], title: 'reads go on' },
      { status: 'todo', ancestorTitles: [], title: 'later' },
    ],
  })
  expect(jestOutcome(report).skipped).toEqual([
    { name: `${group} reads go on`, reason: 'no disk can be mounted here' },
    { name: 'later', reason: '' },
  ])
})

test('browser report: flaky tests are second tries, skipped ones have reasons, times are summed per file', () => {
  const results = [{ duration: 1500 }]
  const report: BrowserReport = {
    stats: { expected: 1, unexpected: 0, flaky: 1 },
    errors: [],
    suites: [
      {
        title: 'portal/a.spec.ts',
        file: 'src/portal/a.spec.ts',
        specs: [
          { title: 'stands', file: 'src/portal/a.spec.ts', tests: [{ status: 'expected', annotations: [], results }] },
        ],
        suites: [
          {
            title: 'a group',
            file: 'src/portal/a.spec.ts',
            specs: [
              {
                title: 'wavers',
                file: 'src/portal/a.spec.ts',
                tests: [{ status: 'flaky', annotations: [], results: [...results, ...results] }],
              },
              {
                title: 'waits',
                file: 'src/portal/a.spec.ts',
                tests: [
                  { status: 'skipped', annotations: [{ type: 'skip', description: 'there is no /proc' }], results: [] },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(browserOutcome(report)).toEqual({
    passed: 2,
    failed: 0,
    skipped: [{ name: 'src/portal/a.spec.ts waits', reason: 'there is no /proc' }],
    secondTries: ['src/portal/a.spec.ts wavers'],
  })
  expect([...secondsBySpec(report)]).toEqual([['portal/a.spec.ts', 4.5]])
})
