import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** How many tests of these files failed and passed; a file that could not be run counts as none. */
async function runTests(copy: string, tests: readonly string[]): Promise<{ failed: number; passed: number }> {
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
  const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', HELIOPORT_TEST_LIMIT_MS: '60000' }
  await runKept(node, [...jest, '--runTestsByPath', ...tests.map((test) => join(copy, 'packages', test))], env)
  if (!existsSync(report)) return { failed: 0, passed: 0 }
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  return { failed: numFailedTests ?? 0, passed: numPassedTests ?? 0 }
}

export interface MutantOutcome {
  mutant: Mutant
  /** Null: the tests could not be run, or fail with the guard in its place. */
  isCaught: boolean | null
}

/** Takes guard after guard out of a copy, and tells whether a test fails then. Tests are first seen to pass with all in place. */
export async function runMutants(
  root: string,
  mutants: readonly Mutant[],
  tell: (line: string) => void,
): Promise<MutantOutcome[]> {
  const copy = copyProject(root)
  const sound = new Map<string, boolean>()
  const isSound = async (test: string) => {
    if (!sound.has(test)) {
      const { failed, passed } = await runTests(copy, [test])
      sound.set(test, failed === 0 && passed > 0)
    }
    return sound.get(test) === true
  }
  const outcomes: MutantOutcome[] = []
  try {
    for (const mutant of mutants) {
      const isCaught = await tryMutant(copy, mutant, isSound)
      outcomes.push({ mutant, isCaught })
      tell(
        `${isCaught === true ? 'caught  ' : isCaught === null ? 'unclear ' : 'SURVIVED'} ${mutant.kind}: ${mutant.without}`,
      )
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return outcomes
}

async function tryMutant(copy: string, mutant: Mutant, isSound: (test: string) => Promise<boolean>) {
  const file = join(copy, 'packages', mutant.file)
  const text = readFileSync(file, 'utf8')
  const mutated = withoutGuard(text, mutant)
  let isUnclear = false
  for (const test of mutant.tests) {
    writeFileSync(file, text)
    if (!(await isSound(test))) {
      isUnclear = true
      continue
    }
    writeFileSync(file, mutated)
    const { failed } = await runTests(copy, [test])
    writeFileSync(file, text)
    if (failed > 0) return true
  }
  return isUnclear ? null : false
}
