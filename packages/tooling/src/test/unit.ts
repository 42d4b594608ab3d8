import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installMosquitto } from '../mosquitto.ts'
import { failedFiles, failedTests, type JestReport, jestOutcome } from './jest-report.ts'
import { mostSecondTries, type Outcome, type Skipped } from './outcome.ts'
import { node, root, run } from './program.ts'

/** Other databases for parts of the service's tests, where installed; `all`: environment that runs all tests there. */
const otherDatabases = {
  'postgres-15': { file: '/usr/lib/postgresql/15/bin/postgres', all: { POSTGRES_15: 'all' }, name: 'PostgreSQL 15' },
  citus: { file: '/usr/lib/postgresql/15/lib/citus.so', all: { CITUS: 'all' }, name: 'a cluster of Citus' },
} as const

interface UnitOptions {
  /** Arguments for jest: paths, or options that select tests. */
  args: readonly string[]
  /** Runs all tests of the service on this other database. */
  on?: keyof typeof otherDatabases
}

/**
 * Runs jest's tests. Tests of faults depend on time: where at most two tests failed, their files get a second try,
 * which tells a slow machine from a real fault.
 */
export async function runUnit({ args, on }: UnitOptions): Promise<Outcome> {
  installMosquitto(console.log)
  const folder = mkdtempSync(join(tmpdir(), 'helioport-unit-'))
  const jest = async (name: string, more: readonly string[]): Promise<JestReport> => {
    const file = join(folder, name)
    const fixed = [join(root, 'node_modules/jest/bin/jest.js'), '-c', 'packages/tooling/jest.config.cjs', '--json']
    const project = on ? ['--selectProjects', on] : []
    const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...(on && otherDatabases[on].all) }
    await run(node, [...fixed, `--outputFile=${file}`, ...project, ...more], { env })
    if (!existsSync(file)) throw new Error('jest ended without a report')
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport
  }
  try {
    const first = await jest('first.json', args)
    const failed = failedFiles(first).map(({ name }) => name)
    if (failed.length === 0 || failedTests(first).length > mostSecondTries) return withLeftOut(jestOutcome(first))
    console.log(`\nOnce more:\n${failed.join('\n')}`)
    const second = await jest('second.json', ['--runTestsByPath', ...failed])
    return withLeftOut(jestOutcome(first, second))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Jest's configuration omits a project whose database is missing: this is reported like a skipped test. */
function withLeftOut(outcome: Outcome): Outcome {
  const left = Object.values(otherDatabases).flatMap(({ file, name }): Skipped[] =>
    existsSync(file) ? [] : [{ name: `the service's tests on ${name}`, reason: `${file} is not there` }],
  )
  return { ...outcome, skipped: [...outcome.skipped, ...left] }
}
