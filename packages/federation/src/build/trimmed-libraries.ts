import { join } from 'node:path'
import type { RuleSetRule } from '@rspack/core'

/**
 * Parts of axios that api-client has no use for, 7 KB (brotli) of every first visit: of the three ways to send it takes
 * the one that browsers have had for ever; it sends JSON and whole files, ends calls by signals, and shows no progress. No
 * cookie holds a token here, and its configuration is ours alone, checked by the compiler.
 */
const unusedOfAxios: Readonly<Record<string, string>> = {
  'adapters/fetch': 'export const getFetch = () => undefined',
  'cancel/CancelToken': 'export default undefined',
  'helpers/HttpStatusCode': 'export default {}',
  'helpers/formDataToJSON': 'export default () => undefined',
  'helpers/cookies': 'export default { read: () => null, readAsync: async () => null }',
  'helpers/progressEventReducer': 'export const progressEventReducer = () => []',
  'helpers/validator': 'export default { assertOptions() {}, validators: { transitional() {}, spelling() {} } }',
  'helpers/toURLEncodedForm': 'export default () => undefined',
}

/** Of G2: palettes by name, and texts that are scripts. Charts name their colours, and no text of theirs is to run. */
const unusedOfG2: Readonly<Record<string, string>> = {
  'd3-scale-chromatic/dist/d3-scale-chromatic.mjs': 'export {}',
  '@antv/g2/esm/utils/expr.js': 'export const parseOptionsExpr = (options) => options',
}

/** The run time's own, of those who have no manifest. */
const withoutManifests = './disabled.js'

/**
 * Of the federation run time: manifests, and fetching ahead by them, as each release says itself what its pages need; of what
 * each remote brings of it, what takes modules of further remotes and what shakes shared modules. 3.5 KB (brotli) of a
 * first visit, 1 KB of each further area.
 */
const unusedOfFederation: Readonly<Record<string, string>> = {
  'runtime-core/dist/plugins/snapshot/SnapshotHandler': `export { DisabledSnapshotHandler as SnapshotHandler } from '${withoutManifests}'\nexport const getGlobalRemoteInfo = () => ({})`,
  'runtime-core/dist/plugins/generate-preload-assets': 'export const generatePreloadAssetsPlugin = () => ({})',
  'runtime-core/dist/utils/preload':
    'export const formatPreloadArgs = () => []\nexport const preloadAssets = async () => []',
  'webpack-bundler-runtime/dist/remotes': 'export const remotes = () => {}',
  'webpack-bundler-runtime/dist/init':
    'export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions)',
  'webpack-bundler-runtime/dist/getSharedFallbackGetter': 'export const getSharedFallbackGetter = () => undefined',
}

const escaped = (path: string) => path.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`)
const instead = (path: string, source: string): RuleSetRule => ({
  test: new RegExp(`node_modules[\\\\/]${escaped(path)}$`),
  use: { loader: loader('source-loader.mjs'), options: { source } },
})

const loader = (name: string) => join(import.meta.dirname, name)

/** For the bundler: libraries without what no part of the portal uses and no bundler can shake out. */
export const libraryRules: RuleSetRule[] = [
  ...Object.entries(unusedOfAxios).map(([part, source]) => instead(`axios/lib/${part}.js`, source)),
  ...Object.entries(unusedOfFederation).map(([part, source]) => instead(`@module-federation/${part}.js`, source)),
  ...Object.entries(unusedOfG2).map(([path, source]) => instead(path, source)),
  // Its build for browsers is one script with copies of what G2 brings as well.
  { test: /node_modules[\\/]@antv[\\/]g2[\\/]esm[\\/]/, resolve: { mainFields: ['module', 'main'] } },
  { test: /node_modules[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/, use: loader('trimmed-i18next-loader.mjs') },
  {
    test: /node_modules[\\/]react-router[\\/]dist[\\/](?:development|production)[\\/]chunk-\w+\.mjs$/,
    use: loader('trimmed-router-loader.mjs'),
  },
]

/**
 * For the shell, whose charts choose the parts of G2 that they draw with (`draw.ts` of ui/chart): without those that it adds
 * to any choice, axes of circles and with breaks, legends of colours, labels; 15 KB (brotli) of a chart.
 */
export const chosenG2Rule = instead('@antv/g2/esm/lib/builtinlib.js', 'export const builtinlib = () => ({})')
