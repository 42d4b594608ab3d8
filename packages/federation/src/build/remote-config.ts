import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { CopyRspackPlugin, type ModuleOptions, sharing } from '@rspack/core'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { parse } from './code/syntax.ts'
import { SmallFederationRuntimePlugin } from './federation-runtime.ts'
import { identify, remoteEntry, workspaceRoot } from './identity.ts'
import { chosenRangesOf } from './ranges.ts'
import { chosenShares, consumedShares } from './shared-modules.ts'
import { testConfig } from './test-config.ts'

/** See own-antd-loader.mjs. */
function withOwnAntd(module: ModuleOptions, scope: string): ModuleOptions {
  const loader = join(import.meta.dirname, 'own-antd-loader.mjs')
  const rule = { test: /antd[\\/](?:es|lib)[\\/]config-provider[\\/]context\.js$/, use: { loader, options: { scope } } }
  return { ...module, rules: [...(module.rules ?? []), rule] }
}

/** The module that defines a remote; it needs nothing of the shell while it loads. */
const definition = '@helioport/federation/remote'

/**
 * See exposed-remote-loader.mjs. Skipped if the exposed module imports more than its definition: the entry would then
 * need modules of the shell before the shell can provide them.
 */
function withExposedRemote(module: ModuleOptions, folder: string): ModuleOptions {
  const remote = join(folder, remoteEntry)
  const { staticImports } = parse(remote, readFileSync(remote, 'utf8')).module
  if (staticImports.some(({ moduleRequest }) => moduleRequest.value !== definition)) return module
  const loader = join(import.meta.dirname, 'exposed-remote-loader.mjs')
  const options = { remote }
  const rules = [
    { test: /webpack-bundler-runtime[\\/]dist[\\/]index\.js$/, use: { loader, options } },
    // Not the index: other modules of it import React.
    { test: remote, resolve: { alias: { [`${definition}$`]: join(import.meta.dirname, '../remote/define-remote') } } },
  ]
  return { ...module, rules: [...(module.rules ?? []), ...rules] }
}

/** See hot-remote-loader.mjs and hot-module-loader.mjs. */
function withHotPages(module: ModuleOptions, folder: string, name: string): ModuleOptions {
  const remote = join(import.meta.dirname, 'hot-remote-loader.mjs')
  const rules: ModuleOptions['rules'] = [
    { test: join(folder, remoteEntry), enforce: 'pre', use: { loader: remote, options: { name } } },
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      enforce: 'post',
      use: join(import.meta.dirname, 'hot-module-loader.mjs'),
    },
  ]
  return { ...module, rules: [...(module.rules ?? []), ...rules] }
}

/**
 * The whole configuration of a remote: `export default defineRemoteConfig(import.meta.url)` in its rspack.config.ts.
 * Its folder has remote.json and src/remote.tsx. `rspack build` builds a release; `rspack serve` starts a development
 * server whose pages keep their state (`--mode production`: for a released shell); `rspack build --env tests=FOLDER`
 * builds its tests for Node.
 */
export function defineRemoteConfig(url: string): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    if (env.tests !== undefined) return testConfig(folder, env.tests)
    const mode = modeOf(env, argv)
    const identity = identify(folder, { version: env.version, development: mode.development })
    // A development server has one name for all states of the sources, by which the host loads it.
    const scope = mode.serve ? `${identity.name}_dev` : identity.scope
    const ranges = chosenRangesOf(workspaceRoot(folder), folder)
    // A library of its own is asked for by the entry, together with the page that uses it: the page brings its hash too late.
    const hashLoading = Object.keys(ranges).length === 0 ? 'lazy' : 'eager'
    const base = baseConfig(folder, { ...identity, scope }, { ...mode, hashLoading })
    const config = { ...base, module: withOwnAntd(base.module ?? {}, scope) }
    const port = Number(env.port ?? 3100)
    return {
      ...config,
      entry: {},
      module: mode.serve
        ? withHotPages(config.module, folder, identity.name)
        : withExposedRemote(config.module, folder),
      ...(mode.serve ? { output: { ...config.output, publicPath: `http://127.0.0.1:${port}/` } } : {}),
      ...(mode.serve
        ? {
            // An editor may save in two writes; a compilation between them would reload the page.
            watchOptions: { aggregateTimeout: 200 },
            devServer: {
              host: '127.0.0.1',
              port,
              allowedHosts: 'all',
              headers: { 'access-control-allow-origin': '*' },
              // The overlay's styles violate the portal's CSP; terminal and console show the same errors.
              client: { webSocketURL: `ws://127.0.0.1:${port}/ws`, overlay: false },
            },
          }
        : {}),
      plugins: [
        ...(config.plugins ?? []),
        // The shell reads it from the development server, so that pages and menu are current.
        ...(mode.serve ? [new CopyRspackPlugin({ patterns: ['remote.json'] })] : []),
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
          experiments: {
            asyncStartup: true,
            externalRuntime: true,
            optimization: { target: 'web', disableSnapshot: true },
          },
        }),
        ...(Object.keys(ranges).length === 0
          ? []
          : [
              new sharing.ConsumeSharedPlugin({
                consumes: chosenShares(ranges),
                shareScope: 'default',
                enhanced: true,
              }),
            ]),
        new SmallFederationRuntimePlugin(),
      ],
    }
  }
}
