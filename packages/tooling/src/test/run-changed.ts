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

/** Time of a run on changes on 2 cores, in s; browser tests get the rest of it. */
const wholeS = 60
/** Time to start portal and browser, in s. */
const portalS = 14

/** A separate release store: the gate compares with the releases of former runs. */
const releases = join(root, 'node_modules/.cache/helioport/releases')

function partOf(folder: string): Part {
  if (folder === 'shell') return { folder, prefixes: [] }
  const { prefixes } = JSON.parse(readFileSync(join(root, folder, 'remote.json'), 'utf8')) as { prefixes: string[] }
  return { folder, prefixes }
}

/** Jest's arguments for the tests that import the changed files. */
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
 * Checks what changed since the branch left main: checks of the affected folders, related tests,
 * build and release gate of the changed parts, and as many browser tests about them as fit into the time.
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
    // The first run publishes all parts: the gate also judges the changed ones against the others.
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
