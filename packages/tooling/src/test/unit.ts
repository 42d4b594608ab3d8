import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installMosquitto } from '../mosquitto.ts'
import { failedFiles, failedTests, type JestReport, jestOutcome } from './jest-report.ts'
import { mostSecondTries, type Outcome, type Skipped } from './outcome.ts'
import { node, root, run } from './program.ts'

const postgres15 = '/usr/lib/postgresql/15/bin/postgres'

interface UnitOptions {
  /** Arguments for jest: paths, or what it is to find tests by. */
  args: readonly string[]
  /** All tests of the service on a PostgreSQL 15 of this machine. */
  onPostgres15?: boolean
}

/**
 * The tests of jest. Faults are played against clocks: a machine that is late for one is told from one that is wrong by
 * a second try of the files in which at most two tests failed.
 */
export async function runUnit({ args, onPostgres15 = false }: UnitOptions): Promise<Outcome> {
  installMosquitto(console.log)
  const folder = mkdtempSync(join(tmpdir(), 'helioport-unit-'))
  const jest = async (name: string, more: readonly string[]): Promise<JestReport> => {
    const file = join(folder, name)
    const fixed = [join(root, 'node_modules/jest/bin/jest.js'), '-c', 'packages/tooling/jest.config.cjs', '--json']
    const project = onPostgres15 ? ['--selectProjects', 'postgres-15'] : []
    const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...(onPostgres15 && { POSTGRES_15: 'all' }) }
    await run(node, [...fixed, `--outputFile=${file}`, ...project, ...more], { env })
    if (!existsSync(file)) throw new Error('jest ended without a report')
    return JSON.parse(readFileSync(file, 'utf8')) as JestReport
  }
  try {
    const first = await jest('first.json', args)
    const failed = failedFiles(first).map(({ name }) => name)
    if (failed.length === 0 || failedTests(first).length > mostSecondTries) return withoutPostgres15(jestOutcome(first))
    console.log(`\nOnce more:\n${failed.join('\n')}`)
    const second = await jest('second.json', ['--runTestsByPath', ...failed])
    return withoutPostgres15(jestOutcome(first, second))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The configuration leaves a project out where its database is missing: that is told like any other skip. */
function withoutPostgres15(outcome: Outcome): Outcome {
  if (existsSync(postgres15)) return outcome
  const left: Skipped = { name: "the service's tests on PostgreSQL 15", reason: `${postgres15} is not there` }
  return { ...outcome, skipped: [...outcome.skipped, left] }
}
