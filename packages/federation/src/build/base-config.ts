import { join } from 'node:path'
import { chunkLoadTimeoutMs } from '@helioport/contract'
import {
  type Configuration,
  DefinePlugin,
  LightningCssMinimizerRspackPlugin,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
  type SwcLoaderOptions,
} from '@rspack/core'
import { BuildReportPlugin } from './build-report.ts'
import type { Identity } from './identity.ts'
import { libraryRules } from './trimmed-libraries.ts'

/** Flags of @rspack/cli, first argument of a configuration function. */
export interface BuildEnvironment {
  RSPACK_SERVE?: boolean
  /** `--env version=1.2.3` */
  version?: string
  /** `--env port=3105`: port of a development server. */
  port?: string
  /** `--env tests=DIR`: builds its tests for Node into this folder. */
  tests?: string
}

/** Options of @rspack/cli, second argument of a configuration function. */
export interface BuildArguments {
  mode?: string
}

export type ConfigFunction = (env: BuildEnvironment, argv: BuildArguments) => Configuration

export interface BuildMode {
  development: boolean
  serve: boolean
  /** `eager`: the first script has the hashes of all files; `lazy`: each script has those of the files it loads. */
  hashLoading?: 'lazy' | 'eager'
}

export function modeOf(env: BuildEnvironment, argv: BuildArguments): BuildMode {
  const serve = env.RSPACK_SERVE === true
  return { serve, development: argv.mode === 'development' || (argv.mode === undefined && serve) }
}

function scriptLoader({ development, serve }: BuildMode): SwcLoaderOptions {
  return {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      // Served code is instrumented for federation/hot, in all modes of the shell.
      transform: {
        react: serve
          ? { runtime: 'automatic', development: true, refresh: true, importSource: '@helioport/federation/hot' }
          : { runtime: 'automatic', development },
      },
    },
  }
}

/**
 * Logical properties are kept: the minimizer would replace them by left and right with lists of languages, which makes
 * files larger, overrides later rules, and is wrong inside elements with their own direction.
 */
const styleMinimizer = {
  minimizerOptions: {
    targets: ['chrome >= 111', 'edge >= 111', 'firefox >= 113', 'safari >= 16.4'],
    exclude: { logicalProperties: true, dirSelector: true, langSelectorList: true },
  },
}

/**
 * Names of classes in the page. A module's number and its own names compress better than hashes; a development server
 * has paths for numbers.
 */
const classNames = ({ development, serve }: BuildMode) =>
  development || serve ? '[name]-[local]-[hash:6]' : '[uniqueName]-[id]-[local]'

/** See worker-loader.mjs. */
const workerQuery = /^\?worker$/

/** Common configuration of shell and remotes. Each adds federation and entry points. */
export function baseConfig(folder: string, identity: Identity, mode: BuildMode): Configuration {
  const { development, serve, hashLoading = 'lazy' } = mode
  // One hash for all files of a build: their URLs contain the release's folder, so a browser's cache cannot reuse them
  // for another release, and the loading code contains the hash once instead of per file.
  const hash = serve ? '' : '.[fullhash:12]'
  return {
    name: identity.name,
    context: folder,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(folder, 'dist'),
      clean: true,
      uniqueName: identity.scope,
      publicPath: 'auto',
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      cssFilename: `[name]${hash}.css`,
      cssChunkFilename: `[name]${hash}.css`,
      assetModuleFilename: `asset/[name]${serve ? '' : '.[contenthash:12]'}[ext]`,
      crossOriginLoading: 'anonymous',
      // A module that throws must throw again on the next import, instead of returning empty exports.
      // A development server keeps it, to run it again with the next version.
      strictModuleErrorHandling: !serve,
      chunkLoadTimeout: chunkLoadTimeoutMs,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // G2 uses it to copy HTML into exported pictures, which no chart does: saves 35 KB.
      alias: { html2canvas: false },
    },
    module: {
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': { localIdentName: classNames(mode) },
      },
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          resourceQuery: { not: workerQuery },
          use: { loader: 'builtin:swc-loader', options: scriptLoader(mode) },
        },
        ...libraryRules,
        { resourceQuery: workerQuery, use: join(import.meta.dirname, 'worker-loader.mjs') },
        // Unused modules are tree-shaken: none of them has side effects.
        { test: /packages[\\/](contract|time|federation|i18n|session|api-client)[\\/]src/, sideEffects: false },
        { test: /packages[\\/]ui[\\/]src[\\/].*\.tsx?$/, sideEffects: false },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css', sideEffects: true },
        {
          test: /((@rc-component[\\/]|rc-)util[\\/](es|lib)[\\/]Dom[\\/]dynamicCSS|@ant-design[\\/]icons[\\/](es|lib)[\\/]cssUtils)\.js$/,
          use: { loader: join(import.meta.dirname, 'style-nonce-loader.mjs'), options: { scope: identity.scope } },
        },
        { test: /\.(svg|png|jpg|webp|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      // A development server names modules by files, because numbers may change between compilations.
      ...(serve ? { minimize: false, moduleIds: 'named', chunkIds: 'named' } : {}),
      minimizer: [new SwcJsMinimizerRspackPlugin(), new LightningCssMinimizerRspackPlugin(styleMinimizer)],
    },
    performance: { hints: false },
    // A development server compiles whole pages, because a shell of another origin loads their chunks.
    lazyCompilation: false,
    plugins: [
      // See own-release.ts of federation/remote.
      new DefinePlugin({ HELIOPORT_RELEASE: JSON.stringify(`${identity.name}/${identity.release}`) }),
      ...(serve
        ? []
        : [
            new BuildReportPlugin(folder, identity, development),
            new SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], hashLoading }),
          ]),
    ],
  }
}
