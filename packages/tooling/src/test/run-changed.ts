import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { knownSeconds, runBrowser } from './browser.ts'
import { type Part, specsAbout, specsBelow, specsInTime } from './browser-specs.ts'
import { changedFiles } from './changed.ts'
import { runChecks } from './checks.ts'
import { node, root, run } from './program.ts'
import { reachOf } from './reach.ts'
import type { Steps } from './steps.ts'
import { runUnit } from './unit.ts'
import { workspaceFolders } from './workspace.ts'

/** Of a run on what changed, on 2 cores; browser tests get what is left of it. */
const wholeS = 60
/** Portal and browser have to start first. */
const portalS = 14

/** A release store of its own: the gate judges against what it let pass before. */
const releases = join(root, 'node_modules/.cache/helioport/releases')

function partOf(folder: string): Part {
  if (folder === 'shell') return { folder, prefixes: [] }
  const { prefixes } = JSON.parse(readFileSync(join(root, folder, 'remote.json'), 'utf8')) as { prefixes: string[] }
  return { folder, prefixes }
}

/** Tests of the changed files by what imports them, and the tests beside them, which may read them otherwise. */
function unitArguments(files: readonly string[]): string[] {
  const code = files.filter((file) => /\.(tsx?|[cm]?js|json|css)$/.test(file) && existsSync(join(root, file)))
  const folders = [...new Set(files.map((file) => dirname(file)).filter((folder) => folder.includes('/')))]
  return [...code, ...folders].length === 0 ? [] : ['--findRelatedTests', '--passWithNoTests', ...code]
}

async function runSpecs(
  steps: Steps,
  parts: readonly string[],
  files: readonly string[],
  usedS: number,
): Promise<void> {
  const all = specsBelow(join(root, 'e2e/src'))
  const changed = all.filter(({ file }) => files.includes(`e2e/src/${file}`)).map(({ file }) => file)
  const specs = [...new Set([...changed, ...specsAbout(parts.map(partOf), all)])]
  if (specs.length === 0) return console.log('\nNo browser test is about this change.')
  const chosen = specsInTime(specs, knownSeconds(), wholeS - usedS - portalS)
  if (chosen.length > 0) await steps.run('browser tests', () => runBrowser(chosen, releases))
  const left = specs.filter((spec) => !chosen.includes(spec))
  if (left.length === 0) return
  console.log(`\nNot run, for want of time: npm test -- --only browser ${left.join(' ')}`)
}

/**
 * Judges what changed since the branch left main: checks of the folders it reaches, tests that have to do with it,
 * build and release gate of the parts whose bytes it changes, and as many of the browser tests about them as fit.
 */
export async function runChanged(steps: Steps, base?: string): Promise<void> {
  const { since, files } = changedFiles(root, base)
  console.log(`${files.length} files differ from ${since.slice(0, 12)}`)
  if (files.length === 0) return
  const { folders, parts } = reachOf(files, workspaceFolders(root))
  console.log(`Reached: ${folders === 'all' ? 'every folder' : folders.join(', ') || 'no folder'}`)
  const began = performance.now()
  await runChecks(steps, folders)
  const args = folders === 'all' ? undefined : unitArguments(files)
  if (args === undefined || args.length > 0)
    await steps.run('unit and service tests', () => runUnit({ args: args ?? [] }))
  if (parts.length > 0) {
    // The neighbours of these parts, which the gate looks at too, lie in the store from the first run.
    const names = existsSync(join(releases, 'index.json'))
      ? parts.map((folder) => folder.replace(/^mfe-/, ''))
      : ['all']
    await steps.run('build and release gate', () =>
      run(node, [
        join(root, 'packages/release/src/cli.ts'),
        'publish',
        ...names,
        '--if-changed',
        '--init',
        '--data',
        releases,
      ]),
    )
  }
  await runSpecs(steps, parts, files, (performance.now() - began) / 1000)
}
