import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Configuration } from '@rspack/core'
import { baseConfig } from './base-config.ts'
import { BuildReportPlugin } from './build-report.ts'
import { identify } from './identity.ts'

/** `src/list/list-page.test.tsx` -> `list.list-page.test` */
const entryOf = (source: string, file: string) =>
  relative(source, file)
    .replace(/\.tsx?$/, '')
    .split(sep)
    .join('.')

/**
 * Configuration for the tests of a remote, each a Node program, compiled as the remote itself: styles, texts and JSX
 * work the same. Modules of the shell are compiled in, in the installed versions.
 */
export function testConfig(folder: string, output: string): Configuration {
  const source = join(folder, 'src')
  const found = readdirSync(source, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
  if (tests.length === 0) throw new Error(`${source} holds no *.test.tsx`)
  const config = baseConfig(folder, identify(folder, { development: true }), { development: true, serve: false })
  return {
    ...config,
    target: 'node22',
    devtool: 'source-map',
    entry: Object.fromEntries(tests.map((file) => [entryOf(source, file), file])),
    output: { path: output, clean: true, publicPath: '', filename: '[name].cjs', chunkFilename: 'part.[name].cjs' },
    resolve: { ...config.resolve, aliasFields: ['browser'], mainFields: ['browser', 'module', 'main'], conditionNames: ['browser', '...'] }, // prettier-ignore
    // Dynamic imports are included eagerly: one file per test is enough.
    module: { ...config.module, parser: { ...config.module?.parser, javascript: { dynamicImportMode: 'eager' } } },
    plugins: (config.plugins ?? []).filter(
      (plugin) => !(plugin instanceof BuildReportPlugin) && plugin?.constructor.name !== 'SubresourceIntegrityPlugin',
    ),
  }
}
