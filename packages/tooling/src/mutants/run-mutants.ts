import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { node, runKept } from '../test/program.ts'
import type { Mutant } from './mutant.ts'

/** A copy of the project's files in which guards are taken out; the installed packages are those of the project. */
export function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'helioport-mutants-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const file of files.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Links to packages lead to the project's, links to folders of the workspace to those of the copy.
  for (const folder of new Set(files.filter((one) => one.endsWith('/package.json')).map(dirname))) {
    const installed = join(root, folder, 'node_modules')
    if (existsSync(installed)) cpSync(installed, join(copy, folder, 'node_modules'), { recursive: true, verbatimSymlinks: true }) // prettier-ignore
  }
  return copy
}

/** The file without the guard. @throws where its text is not there, or more than once: then nothing would be proved */
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

/** As a regular expression. */
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How many tests of each file failed and passed; one that could not be run is not among them. */
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
  // A guard that is gone may leave a test waiting for what never comes.
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
  /** Null: the test could not be run, or fails with the guard in its place. */
  isCaught: boolean | null
}

/** Takes guard after guard out of a copy, and tells whether its test fails then. Tests are first seen to pass with all in place. */
export async function runMutants(
  root: string,
  mutants: readonly Mutant[],
  tell: (line: string) => void,
): Promise<MutantOutcome[]> {
  const copy = copyProject(root)
  const outcomes: MutantOutcome[] = []
  const remove = () => rmSync(copy, { recursive: true, force: true })
  // A run that is stopped leaves no copy behind.
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

/** Runs what has to fail without guards once with all of them: files of which some tests are named apart from the whole ones. */
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
