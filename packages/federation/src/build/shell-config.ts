import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { CopyRspackPlugin, experiments, sharing } from '@rspack/core'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { SmallFederationRuntimePlugin } from './federation-runtime.ts'
import { identify, shellEntry } from './identity.ts'
import { keptParts, offeredShares, providedShares, provisionSource } from './shared-modules.ts'

/** Chunks that a new shell release rarely changes, apart from those that it does: they stay in the browser's cache. */
const cacheGroups = {
  react: {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    chunks: 'initial',
    priority: 20,
    enforce: true,
  },
  vendor: { name: 'vendor', test: /node_modules[\\/]/, chunks: 'initial', priority: 10, enforce: true },
} as const

/**
 * The whole configuration of the shell: `export default defineShellConfig(import.meta.url)` in its rspack.config.ts.
 * Its folder has src/main.tsx and index.html, the template that the release host completes.
 */
export function defineShellConfig(url: string): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    const mode = { ...modeOf(env, argv), serve: false }
    const identity = identify(folder, { version: env.version, development: mode.development })
    const config = baseConfig(folder, identity, mode)
    const provision = join(folder, 'src', '.virtual', 'provided-shares.js')
    const parts = keptParts(folder)
    return {
      ...config,
      entry: { main: [provision, `./${shellEntry}`] },
      optimization: { ...config.optimization, splitChunks: { cacheGroups } },
      plugins: [
        ...(config.plugins ?? []),
        new experiments.VirtualModulesPlugin({
          [provision]: provisionSource(mode.development),
          ...Object.fromEntries(parts.map(({ path, source }) => [path, source])),
        }),
        new CopyRspackPlugin({ patterns: [{ from: join(folder, 'index.html') }] }),
        new ModuleFederationPlugin({
          name: identity.scope,
          shared: providedShares(mode.development, parts),
          shareStrategy: 'loaded-first',
          dts: false,
          dev: false,
          manifest: false,
          experiments: { asyncStartup: true, optimization: { target: 'web', disableSnapshot: true } },
        }),
        // Beside the plugin's own `shared`, so that what the shell itself imports stays an import.
        new sharing.ProvideSharedPlugin({ provides: offeredShares(), shareScope: 'default', enhanced: true }),
        new SmallFederationRuntimePlugin(),
      ],
    }
  }
}
