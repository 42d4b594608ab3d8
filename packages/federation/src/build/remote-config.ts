import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { identify, remoteEntry } from './identity.ts'
import { consumedShares } from './shared-modules.ts'

/**
 * The whole configuration of a remote: `export default defineRemoteConfig(import.meta.url)` in its rspack.config.ts.
 * Its folder has remote.json and src/remote.tsx. `rspack build` makes a release, `rspack serve` a development server
 * with Fast Refresh, to be used by a shell in development mode.
 */
export function defineRemoteConfig(url: string): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    const mode = modeOf(env, argv)
    const identity = identify(folder, { version: env.version, development: mode.development })
    // A development server has one name for all its states: it is asked for by that.
    const scope = mode.serve ? `${identity.name}_dev` : identity.scope
    const config = baseConfig(folder, { ...identity, scope }, mode)
    const port = Number(env.port ?? 3100)
    return {
      ...config,
      entry: {},
      ...(mode.serve ? { output: { ...config.output, publicPath: `http://127.0.0.1:${port}/` } } : {}),
      ...(mode.serve
        ? {
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
