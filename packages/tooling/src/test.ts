/**
 * All checks of the project, in the order in which they are cheap; ends with `N passed, N failed`.
 * `npm test` runs everything; `npm test -- --only check|unit|browser [path]` a part; `--only postgres-15` all tests of
 * the service on a PostgreSQL 15 of this machine.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromiumPath } from './chromium.ts'

const root = resolve(import.meta.dirname, '../../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const node = process.execPath
const reports = mkdtempSync(join(tmpdir(), 'helioport-test-'))
const [, , ...argv] = process.argv
const onlyAt = argv.indexOf('--only')
const only = onlyAt < 0 ? undefined : argv[onlyAt + 1]
const filter = argv.filter((_, index) => onlyAt < 0 || (index !== onlyAt && index !== onlyAt + 1))

interface Count {
  passed: number
  failed: number
}
/** Files that failed beside others and get a second try alone; more than these are no accident. */
const mostSecondTries = 3

const total: Count = { passed: 0, failed: 0 }
const failures: string[] = []

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Runs one step; `count` reads what it counted, otherwise the step itself counts as one. */
async function step(name: string, work: () => Promise<number>, count?: () => Count): Promise<void> {
  const since = Date.now()
  console.log(`\n── ${name}`)
  const code = await work()
  let counted: Count = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  try {
    if (count) counted = count()
  } catch {
    // No report: the runner itself failed, and the step counts as one failure.
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  if (counted.failed > 0) failures.push(name)
  const took = ((Date.now() - since) / 1000).toFixed(1)
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed (${took} s)`)
}

/** Every folder with a tsconfig, two compilers at a time. */
async function types(): Promise<number> {
  const folders = ['shell', 'e2e', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))]
  folders.push(...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`))
  const waiting = [...folders]
  let failed = 0
  const worker = async () => {
    for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
      if ((await run(bin('tsc'), ['-p', folder])) !== 0) {
        console.log(`types: ${folder}`)
        failed += 1
      }
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numRuntimeErrorTestSuites: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}
const jestReport = (file: string): JestReport => JSON.parse(readFileSync(file, 'utf8'))
const failedFiles = (file: string) => jestReport(file).testResults.filter(({ status }) => status === 'failed')

/** Of the first run, with what the second said of the files that it was about. */
function jestCount(first: string, second?: string): Count {
  const of = (report: JestReport): Count => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  })
  const count = of(jestReport(first))
  if (second === undefined) return count
  const again = of(jestReport(second))
  const passedInFailed = failedFiles(first).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  )
  return { passed: count.passed - passedInFailed.length + again.passed, failed: again.failed }
}

function playwrightCount(file: string): Count {
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

if (!only || only === 'check') {
  await step('format', () => run(bin('oxfmt'), ['--check', '.']))
  await step('lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings']))
  await step('types', types)
  const cruiser = join(root, 'packages/tooling/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const sources = ['packages', 'shell', 'e2e', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))]
  await step('boundaries', () =>
    run(node, [
      cruiser,
      '--config',
      'packages/tooling/dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      ...sources,
    ]),
  )
  await step('dead code', () => run(bin('knip'), ['--no-progress', '--config', 'packages/tooling/knip.json']))
}
const postgres15 = only === 'postgres-15'
if (!only || only === 'unit' || postgres15) {
  const [first, second] = [join(reports, 'jest.json'), join(reports, 'jest-again.json')]
  const jest = (output: string, args: string[]) =>
    run(
      node,
      [
        join(root, 'node_modules/jest/bin/jest.js'),
        '-c',
        'packages/tooling/jest.config.cjs',
        '--json',
        `--outputFile=${output}`,
        ...args,
        ...(postgres15 ? ['--selectProjects', 'postgres-15'] : []),
      ],
      { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...(postgres15 && { POSTGRES_15: 'all' }) },
    )
  let again = false
  await step(
    postgres15 ? 'service tests on PostgreSQL 15' : 'unit and service tests',
    async () => {
      // Jest would leave one of two cores idle.
      const code = await jest(first, ['--maxWorkers=100%', ...filter])
      const failed = code === 0 ? [] : failedFiles(first).map(({ name }) => name)
      if (failed.length === 0 || failed.length > mostSecondTries) return code
      // Faults are played against clocks: a machine that is late for one is told from one that is wrong.
      console.log(`\nOnce more, alone:\n${failed.join('\n')}`)
      again = true
      return jest(second, ['--runInBand', '--runTestsByPath', ...failed])
    },
    () => jestCount(first, again ? second : undefined),
  )
}
if (!only || only === 'browser') {
  const report = join(reports, 'browser.json')
  await step(
    'browser tests',
    async () => {
      const chrome = chromiumPath(root, console.log)
      const args = ['test', '-c', 'e2e', ...filter]
      return run(node, [join(root, 'e2e/node_modules/playwright/cli.js'), ...args], {
        CHROME: chrome,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      })
    },
    () => playwrightCount(report),
  )
}

rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
