import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { atATime, bin, node, root, run, runKept } from './program.ts'
import type { Steps } from './steps.ts'
import { workspaceFolders } from './workspace.ts'

/** What is checked: everything, or the folders that a change affects. */
export type Scope = 'all' | readonly string[]

/**
 * Results of the last run of compiler and knip per file: only changed files are read again, the whole is still judged.
 */
const cache = join(root, 'node_modules/.cache/helioport')

const cruiser = join(root, 'packages/tooling/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/**
 * One compiler run for all folders with the same settings: each source and each library's types are read once. A folder
 * in none of the groups has a run of its own, with its own tsconfig.
 */
const groups = [
  {
    config: 'packages/tooling/tsconfig.pages.json',
    of: /^(shell|mfe-[^/]+|packages\/(api-client|federation|session))$/,
  },
  { config: 'packages/tooling/tsconfig.programs.json', of: /^packages\/(fleet|release|service|standalone)$/ },
]

/** Each configuration once; a single folder such as `['mfe-record']` is cheaper with its own. */
function typeConfigs(scope: Scope): string[] {
  if (scope !== 'all') return [...scope]
  const folders = workspaceFolders(root).map(({ path }) => path)
  const alone = folders.filter((folder) => !groups.some(({ of }) => of.test(folder)))
  return [...groups.map(({ config }) => config), ...alone]
}

async function types(scope: Scope): Promise<number> {
  let failed = 0
  await atATime(2, typeConfigs(scope), async (config) => {
    const known = join(cache, 'types', `${config.replaceAll('/', '-')}.tsbuildinfo`)
    // The compiler is written in Go and ends soon: rare garbage collection saves processor time.
    const { code, output } = await runKept(bin('tsc'), ['-p', config, '--incremental', '--tsBuildInfoFile', known], { GOGC: '400' }) // prettier-ignore
    if (code === 0) return
    console.log(`types: ${config}\n${output}`)
    failed += 1
  })
  return failed
}

const sources = () =>
  ['packages', 'shell', 'e2e', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))].filter((folder) =>
    existsSync(join(root, folder)),
  )

/**
 * The checks that need no running service, cheapest first. Boundaries and dead code always cover the whole workspace.
 */
export async function runChecks(steps: Steps, scope: Scope): Promise<void> {
  const folders = scope === 'all' ? [] : scope
  await steps.run('format', () => run(bin('oxfmt'), ['--check', '.']))
  await steps.run('lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings', ...folders]))
  await steps.run('types', () => types(scope))
  await steps.run('boundaries', () =>
    run(node, [
      cruiser,
      '--config',
      'packages/tooling/dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      ...sources(),
    ]),
  )
  await steps.run('structure', () => run(node, ['packages/tooling/src/structure/check.ts']))
  await steps.run('dead code', () =>
    run(bin('knip'), [
      '--no-progress',
      '--config',
      'packages/tooling/knip.json',
      '--cache',
      '--cache-location',
      join(cache, 'dead-code'),
    ]),
  )
}
