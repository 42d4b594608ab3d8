import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { node, runKept } from '../test/program.ts'
import type { Mutant } from './mutant.ts'

/** Copies the project's files for the removal of guards; installed packages are shared with the project. */
export function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'helioport-mutants-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const file of files.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Links to packages lead to the project, links to folders of the workspace to the copy.
  for (const folder of new Set(files.filter((one) => one.endsWith('/package.json')).map(dirname))) {
    const installed = join(root, folder, 'node_modules')
    if (existsSync(installed)) cpSync(installed, join(copy, folder, 'node_modules'), { recursive: true, verbatimSymlinks: true }) // prettier-ignore
  }
  return copy
}

/** The file without the guard. @throws if its text is missing or ambiguous: the result would prove nothing */
export function withoutGuard(text: string, { file, from, to }: Mutant): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file} holds ${times} times: ${from}`)
  return text.replace(from, () => to)
}

interface TestFile {
  failed: number
  passed: number
}

interface JestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

/** Escapes a text for a regular expression. */
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Numbers of failed and passed tests by file; files that could not be run are missing. */
async function runTests(
  copy: string,
  tests: readonly string[],
  named: readonly string[],
): Promise<ReadonlyMap<string, TestFile>> {
  const report = join(copy, 'mutants-report.json')
  rmSync(report, { force: true })
  const config = join(copy, 'packages/tooling/jest.config.cjs')
  const jest = [
    join(copy, 'node_modules/jest/bin/jest.js'),
    '-c',
    config,
    '--json',
    `--outputFile=${report}`,
    '--silent',
  ]
  // Without a guard a test may wait for ever.
  const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', HELIOPORT_TEST_LIMIT_MS: '180000' }
  const only = named.length === 0 ? [] : ['--testNamePattern', named.map(literally).join('|')]
  await runKept(node, [...jest, ...only, '--runTestsByPath', ...tests.map((test) => join(copy, 'packages', test))], env)
  if (!existsSync(report)) return new Map()
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport
  return new Map(
    testResults.map(({ name, assertionResults }) => {
      const count = (status: string) => assertionResults.filter((one) => one.status === status).length
      return [relative(join(copy, 'packages'), name), { failed: count('failed'), passed: count('passed') }]
    }),
  )
}

export interface MutantOutcome {
  mutant: Mutant
  /** Null: the test could not be run, or fails even with the guard in place. */
  isCaught: boolean | null
}

/**
 * Removes each guard in turn from a copy, and reports whether its test fails. First checks that all tests pass
 * unchanged.
 */
export async function runMutants(
  root: string,
  mutants: readonly Mutant[],
  tell: (line: string) => void,
): Promise<MutantOutcome[]> {
  const copy = copyProject(root)
  const outcomes: MutantOutcome[] = []
  const remove = () => rmSync(copy, { recursive: true, force: true })
  // An interrupted run also removes its copy.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      remove()
      process.exit(1)
    })
  try {
    const isSound = await trySound(copy, mutants)
    for (const mutant of mutants) {
      const isCaught = isSound(mutant) ? await isCaughtIn(copy, mutant) : null
      outcomes.push({ mutant, isCaught })
      tell(
        `${isCaught === true ? 'caught  ' : isCaught === null ? 'unclear ' : 'SURVIVED'} ${mutant.kind}: ${mutant.without}`,
      )
    }
  } finally {
    remove()
  }
  return outcomes
}

/** Runs all needed tests once with the guards in place: whole files in one run, files with named tests in another. */
async function trySound(copy: string, mutants: readonly Mutant[]): Promise<(mutant: Mutant) => boolean> {
  const [some, whole] = [mutants.filter(({ named }) => named), mutants.filter(({ named }) => !named)]
  const filesOf = (list: readonly Mutant[]) => [...new Set(list.map(({ test }) => test))]
  const runs = [
    whole.length > 0 ? await runTests(copy, filesOf(whole), []) : undefined,
    some.length > 0
      ? await runTests(
          copy,
          filesOf(some),
          some.flatMap(({ named = '' }) => named),
        )
      : undefined,
  ]
  return ({ test, named }) => {
    const { failed, passed } = runs[named === undefined ? 0 : 1]?.get(test) ?? { failed: 0, passed: 0 }
    return failed === 0 && passed > 0
  }
}

async function isCaughtIn(copy: string, mutant: Mutant): Promise<boolean | null> {
  const file = join(copy, 'packages', mutant.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, withoutGuard(text, mutant))
  const run = (await runTests(copy, [mutant.test], mutant.named === undefined ? [] : [mutant.named])).get(mutant.test)
  writeFileSync(file, text)
  if (run === undefined || run.failed + run.passed === 0) return null
  return run.failed > 0
}
