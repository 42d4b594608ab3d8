import { join } from 'node:path'
import type { RuleSetRule } from '@rspack/core'

/**
 * Parts of axios that api-client does not use, 8 KB (brotli) of each first visit: of three adapters it uses
 * XMLHttpRequest; it sends JSON and whole files, cancels by signals, and shows no progress. No cookie contains a token,
 * and the compiler checks its configuration.
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
  // Queries are flat: `toFormData` also writes objects, arrays and files.
  'helpers/toFormData':
    'export const DEFAULT_FORM_DATA_MAX_DEPTH = 0\nexport default (query, to) => {\n  for (const [name, value] of Object.entries(query)) if (value != null) to.append(name, value)\n  return to\n}',
}

/** Parts of G2: named palettes, and texts as scripts. Charts set their colours, and their texts must not run. */
const unusedOfG2: Readonly<Record<string, string>> = {
  'd3-scale-chromatic/dist/d3-scale-chromatic.mjs': 'export {}',
  '@antv/g2/esm/utils/expr.js': 'export const parseOptionsExpr = (options) => options',
}

/** The runtime's own stand-in for builds without manifests. */
const withoutManifests = './disabled.js'

/**
 * Parts of the federation runtime: manifests and preloading by them, because releases list the files of their pages;
 * and, in remotes, loading of further remotes and tree shaking of shared modules. 3.5 KB (brotli) of a first visit,
 * 1 KB of each further area.
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

/** Bundler rules that remove unused parts of libraries that tree shaking cannot remove. */
export const libraryRules: RuleSetRule[] = [
  ...Object.entries(unusedOfAxios).map(([part, source]) => instead(`axios/lib/${part}.js`, source)),
  ...Object.entries(unusedOfFederation).map(([part, source]) => instead(`@module-federation/${part}.js`, source)),
  ...Object.entries(unusedOfG2).map(([path, source]) => instead(path, source)),
  // G2's build for browsers is one script with copies of its dependencies.
  { test: /node_modules[\\/]@antv[\\/]g2[\\/]esm[\\/]/, resolve: { mainFields: ['module', 'main'] } },
  { test: /node_modules[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/, use: loader('trimmed-i18next-loader.mjs') },
  {
    test: /node_modules[\\/]react-router[\\/]dist[\\/](?:development|production)[\\/]chunk-\w+\.mjs$/,
    use: loader('trimmed-router-loader.mjs'),
  },
  {
    test: /node_modules[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
    use: loader('trimmed-react-loader.mjs'),
  },
]

/**
 * Parts that G2 and its renderer add to any choice of parts: circular and broken axes, colour legends, labels;
 * animations, cameras that turn, dragging; lenses, spirals and depth as coordinates. 25 KB (brotli) of a chart.
 */
const unchosenOfG2: Readonly<Record<string, string>> = {
  '@antv/g2/esm/lib/builtinlib.js': 'export const builtinlib = () => ({})',
  // The renderer without animations: it works without a timeline, and keeps a camera of its own.
  '@antv/g/dist/index.esm.js': "export * from '@antv/g-lite'",
  '@antv/g-plugin-dragndrop/dist/index.esm.js':
    "import { AbstractRendererPlugin } from '@antv/g-lite'\nexport class Plugin extends AbstractRendererPlugin {\n  init() {}\n  destroy() {}\n}",
  '@antv/coord/esm/coordinate3D.js': 'export class Coordinate3D {}',
  '@antv/coord/esm/transforms/fisheye.js': 'export const [fisheye, fisheyeX, fisheyeY, fisheyeCircular] = []',
  '@antv/coord/esm/transforms/helix.js': 'export const helix = undefined',
}

/** For the shell, whose charts choose their parts of G2 (`draw.ts` of ui/chart) and do not animate. */
export const chosenG2Rules = Object.entries(unchosenOfG2).map(([path, source]) => instead(path, source))
