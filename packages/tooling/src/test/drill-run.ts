import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Drill } from '../drills.ts'
import { node, root, runKept } from './program.ts'

/** Time limits of short forms on 2 cores, in s: each, and all together. */
export const shortS = { one: 10, all: 90 }
/** Factor that a busy machine may take longer. */
const patience = 6

export interface DrillRun {
  hasPassed: boolean
  seconds: number
  /** The JSON of the last line; null if it is none. */
  result: unknown
  /** Its whole output. */
  output: string
}

function lastLine(output: string): unknown {
  try {
    const value: unknown = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Runs a drill; it passes if it ends with 0 and its last line is a JSON object. `more`: additional flags. */
export async function runDrill(
  { program }: Pick<Drill, 'program'>,
  form: 'short' | 'long',
  more: readonly string[] = [],
): Promise<DrillRun> {
  const since = performance.now()
  const flags = [...(form === 'short' ? ['--short'] : []), ...more]
  const { code, output } = await runKept(node, ['--disable-warning=ExperimentalWarning', join(root, program), ...flags])
  const result = lastLine(output)
  return { hasPassed: code === 0 && result !== null, seconds: (performance.now() - since) / 1000, result, output }
}

/** Violations of the time limits, by drill; empty if there are none. */
export function tooLong(seconds: ReadonlyMap<string, number>): string[] {
  const faults = [...seconds]
    .filter(([, took]) => took > shortS.one * patience)
    .map(([name, took]) => `${name} took ${took.toFixed(1)} s: a short form has ${shortS.one} s on a quiet machine`)
  const sum = [...seconds.values()].reduce((total, took) => total + took, 0)
  if (sum > shortS.all * patience)
    faults.push(`the short forms took ${sum.toFixed(1)} s together: they have ${shortS.all} s on a quiet machine`)
  return faults
}

const resultsFolder = join(root, 'packages/tooling/drills')

/** Commit of the tested code; changed result files do not count as changes. */
function commitTried(): { commit: string; hasUncommittedChanges: boolean } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const status = git('status', '--porcelain', '--', '.', ':!packages/tooling/drills')
  return { commit: git('rev-parse', 'HEAD'), hasUncommittedChanges: status !== '' }
}

/** Runs the long form and writes its result with date and commit; returns the file and the run. */
export async function runLong(
  drill: Drill,
  now: () => Date,
  more: readonly string[] = [],
): Promise<{ file: string; run: DrillRun }> {
  const tried = commitTried()
  const at = now().toISOString()
  const run = await runDrill(drill, 'long', more)
  const { hasPassed, seconds, result } = run
  const record = {
    drill: drill.name,
    says: drill.says,
    at,
    ...tried,
    cores: availableParallelism(),
    hasPassed,
    seconds: Math.round(seconds * 10) / 10,
    result,
  }
  mkdirSync(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${drill.name}.json`)
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  return { file, run }
}
