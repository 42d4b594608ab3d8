import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CopyRspackPlugin, DefinePlugin, experiments } from '@rspack/core'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { firstChunk, portalChunk, signInChunk } from './build-report.ts'
import { SmallFederationRuntimePlugin } from './federation-runtime.ts'
import { identify, shellEntry } from './identity.ts'
import { provisionFile, provisionOf } from './shared-modules.ts'
import { chosenG2Rules } from './trimmed-libraries.ts'

/**
 * The shell is three scripts: the first, and one each for the sign-in page and for the pages after it; what both need is
 * in the first. Libraries are inside: separate files could not be cached across releases, because their URLs contain the
 * release.
 */
const later = [portalChunk, signInChunk]
const among = (names: readonly string[]) => (chunk: { name?: string | undefined }) => names.includes(chunk.name ?? '')
const cacheGroups = {
  ...Object.fromEntries(later.map((name) => [name, { name, chunks: among([name]), enforce: true } as const])),
  first: { name: firstChunk, chunks: among(later), minChunks: later.length, enforce: true, priority: 1 },
} as const

const filledPage = (page: string, places: Readonly<Record<string, string>>) =>
  Object.entries(places).reduce((filled, [place, html]) => filled.replace(place, () => html), page)

/**
 * The whole configuration of the shell: `export default defineShellConfig(import.meta.url)` in its rspack.config.ts.
 * Its folder has src/main.tsx and index.html, the template that the release host completes. `places`: HTML by the
 * comment of the template that it replaces.
 */
export function defineShellConfig(url: string, places: Readonly<Record<string, string>> = {}): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    const mode = { ...modeOf(env, argv), serve: false }
    const identity = identify(folder, { version: env.version, development: mode.development })
    const config = baseConfig(folder, identity, mode)
    const { parts, source } = provisionOf(folder, mode.development)
    return {
      ...config,
      entry: { [firstChunk]: `./${shellEntry}` },
      module: {
        ...config.module,
        rules: [
          ...(config.module?.rules ?? []),
          ...chosenG2Rules,
          {
            test: join(folder, provisionFile),
            use: { loader: join(import.meta.dirname, 'source-loader.mjs'), options: { source } },
          },
        ],
      },
      optimization: { ...config.optimization, splitChunks: { cacheGroups } },
      plugins: [
        ...(config.plugins ?? []),
        new experiments.VirtualModulesPlugin(Object.fromEntries(parts.map(({ path, source: text }) => [path, text]))),
        new CopyRspackPlugin({
          patterns: [{ from: join(folder, 'index.html'), transform: (page) => filledPage(String(page), places) }],
        }),
        // Options of the federation runtime, so that its parts for Node and manifests are tree-shaken.
        new DefinePlugin({
          ENV_TARGET: JSON.stringify('web'),
          FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
          FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
          FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        }),
        new SmallFederationRuntimePlugin(),
      ],
    }
  }
}
