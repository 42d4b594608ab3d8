import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf, hostApiVersion, remotesAmong } from '@helioport/contract'
import { indexSchema } from '@helioport/contract/release'
import { type Compiler, CopyRspackPlugin, experiments } from '@rspack/core'
import { baseConfig, type ConfigFunction, modeOf } from './base-config.ts'
import { type BuildReport, BuildReportPlugin } from './build-report.ts'
import { type Identity, identify, remoteEntry, shellEntry, workspaceRoot } from './identity.ts'
import { chosenG2Rules } from './trimmed-libraries.ts'

/** Source of a module with manifest and code of each remote; the host of the single bundle imports it. */
function remotesSource(root: string): string {
  const entries = remotesAmong(readdirSync(root)).map((name) => {
    const folder = join(root, folderOf(name))
    const manifest = readFileSync(join(folder, 'remote.json'), 'utf8')
    return `{ manifest: ${manifest}, load: () => import(${JSON.stringify(join(folder, remoteEntry))}) }`
  })
  return `export const remotes = [${entries.join(',\n')}]`
}

/** `build.json` of the bundle, so that it is packed and served by the same release host. */
function reportPlugin({ name, version, release, scope }: Identity) {
  return (compiler: Compiler) => {
    const { Compilation: Stages, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('SingleBundleReport', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'SingleBundleReport', stage: Stages.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const always = (compilation.entrypoints.get('main')?.getFiles() ?? []).filter(
            (file) => !file.endsWith('.map'),
          )
          const preload = { always, pages: {}, locales: {}, shares: {} }
          const part = { entry: 'index.html', hostApi: hostApiVersion, indexSchema, shares: {}, preload }
          const report: BuildReport = { name, version, release, scope, ...part }
          compilation.emitAsset('build.json', new sources.RawSource(JSON.stringify(report)))
        },
      )
    })
  }
}

/**
 * Shell and remotes as one ordinary application with lazy routes, without federation. `npm run bench:load` compares the
 * portal with it. Never released.
 */
export function defineSingleBundleConfig(url: string): ConfigFunction {
  const folder = dirname(fileURLToPath(url))
  return (env, argv) => {
    const mode = { ...modeOf(env, argv), serve: false }
    const root = workspaceRoot(folder)
    const identity = identify(folder, { version: env.version })
    const config = baseConfig(folder, identity, mode)
    const remotes = join(folder, 'src', '.virtual', 'single-bundle-remotes.js')
    return {
      ...config,
      entry: { main: `./${shellEntry}` },
      module: { ...config.module, rules: [...(config.module?.rules ?? []), ...chosenG2Rules] },
      resolve: {
        ...config.resolve,
        alias: {
          '@helioport/federation/host$': join(root, 'packages/federation/src/single-bundle/host.ts'),
          'single-bundle-remotes$': remotes,
        },
      },
      plugins: [
        ...(config.plugins ?? []).filter((plugin) => !(plugin instanceof BuildReportPlugin)),
        reportPlugin(identity),
        new experiments.VirtualModulesPlugin({ [remotes]: remotesSource(root) }),
        new CopyRspackPlugin({ patterns: [{ from: join(folder, 'index.html') }] }),
      ],
    }
  }
}
