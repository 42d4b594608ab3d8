import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Compiler, RspackPluginInstance } from '@rspack/core'

const own = createRequire(import.meta.url)
const ofPlugin = createRequire(own.resolve('@module-federation/enhanced/rspack'))
const ofRuntime = createRequire(own.resolve('@module-federation/runtime'))
const inFolderOf = (file: string, name = 'index.js') => join(dirname(file), name)

/**
 * The federation plugin compiles its runtime from CommonJS, which cannot be tree-shaken. This plugin takes the same
 * packages as ES modules. The shell, which has no plugin, provides their core: see runtime-core.ts of federation/host.
 */
export class SmallFederationRuntimePlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const runtime = own.resolve('@module-federation/runtime')
    const bundlerRuntime = ofPlugin.resolve('@module-federation/webpack-bundler-runtime')
    const taken = {
      '@module-federation/runtime/core$': inFolderOf(runtime, 'core.js'),
      '@module-federation/runtime/helpers$': inFolderOf(runtime, 'helpers.js'),
      '@module-federation/runtime$': inFolderOf(runtime),
      '@module-federation/runtime-core$': inFolderOf(ofRuntime.resolve('@module-federation/runtime-core')),
      '@module-federation/sdk$': inFolderOf(ofPlugin.resolve('@module-federation/sdk')),
      [bundlerRuntime]: inFolderOf(bundlerRuntime),
    }
    // After the federation plugin, which sets some of these itself; the first that fits a request is taken.
    compiler.hooks.afterPlugins.tap('SmallFederationRuntimePlugin', () => {
      compiler.options.resolve.alias = { ...taken, ...compiler.options.resolve.alias, ...taken }
    })
  }
}
