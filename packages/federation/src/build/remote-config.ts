import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { ModuleOptions } from '@rspack/core'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { identify, remoteEntry } from './identity.ts'
import { consumedShares } from './shared-modules.ts'
import { testConfig } from './test-config.ts'

/** See hot-remote-loader.mjs. */
function withRenewal(module: ModuleOptions, folder: string, name: string): ModuleOptions {
  const loader = join(import.meta.dirname, 'hot-remote-loader.mjs')
  const rule = { test: join(folder, remoteEntry), enforce: 'pre' as const, use: { loader, options: { name } } }
  return { ...module, rules: [...(module.rules ?? []), rule] }
}

/**
 * The whole configuration of a remote: `export default defineRemoteConfig(import.meta.url)` in its rspack.config.ts.
 * Its folder has remote.json and src/remote.tsx. `rspack build` makes a release, `rspack serve` a development server
 * with Fast Refresh, to be used by a shell in development mode, or with `--mode production` one for a released shell, which
 * puts changed pages up anew; `rspack build --env tests=FOLDER` its tests for Node.
 */
export function defineRemoteConfig(url: string): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    if (env.tests !== undefined) return testConfig(folder, env.tests)
    const mode = modeOf(env, argv)
    const identity = identify(folder, { version: env.version, development: mode.development })
    // A development server has one name for all its states: it is asked for by that.
    const scope = mode.serve ? `${identity.name}_dev` : identity.scope
    const config = baseConfig(folder, { ...identity, scope }, mode)
    const port = Number(env.port ?? 3100)
    return {
      ...config,
      entry: {},
      ...(mode.serve && !mode.development ? { module: withRenewal(config.module ?? {}, folder, identity.name) } : {}),
      ...(mode.serve ? { output: { ...config.output, publicPath: `http://127.0.0.1:${port}/` } } : {}),
      ...(mode.serve
        ? {
            // A save may be two writes, and a compilation between them makes the page load anew.
            watchOptions: { aggregateTimeout: 200 },
            devServer: {
              host: '127.0.0.1',
              port,
              allowedHosts: 'all',
              headers: { 'access-control-allow-origin': '*' },
              client: { webSocketURL: `ws://127.0.0.1:${port}/ws` },
            },
          }
        : {}),
      plugins: [
        ...(config.plugins ?? []),
        new ModuleFederationPlugin({
          name: scope,
          library: { type: 'var', name: scope },
          filename: mode.serve ? 'remoteEntry.js' : 'remoteEntry.[contenthash:12].js',
          exposes: { './remote': `./${remoteEntry}` },
          shared: consumedShares(mode.development),
          shareStrategy: 'loaded-first',
          dts: false,
          dev: false,
          manifest: false,
          experiments: { asyncStartup: true, externalRuntime: true, optimization: { target: 'web' } },
        }),
      ],
    }
  }
}
