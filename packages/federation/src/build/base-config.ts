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
  /** `--env port=3105`: of a development server. */
  port?: string
  /** `--env tests=DIR`: its tests, for Node, into that folder. */
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
  /** Whether the first script brings the hashes of all files, or each those that it loads itself. */
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
      // What is served is marked for federation/hot, whatever the shell is built for.
      transform: {
        react: serve
          ? { runtime: 'automatic', development: true, refresh: true, importSource: '@helioport/federation/hot' }
          : { runtime: 'automatic', development },
      },
    },
  }
}

/**
 * Logical properties stay as they are written: the minimizer would turn them into left and right by lists of
 * languages, which grows the files, outranks later rules, and is wrong inside an element with a direction of its own.
 */
const styleMinimizer = {
  minimizerOptions: {
    targets: ['chrome >= 111', 'edge >= 111', 'firefox >= 113', 'safari >= 16.4'],
    exclude: { logicalProperties: true, dirSelector: true, langSelectorList: true },
  },
}

/** See worker-loader.mjs. */
const workerQuery = /^\?worker$/

/** What shell and remotes have in common. Federation and entry points are added by each. */
export function baseConfig(folder: string, identity: Identity, mode: BuildMode): Configuration {
  const { development, serve, hashLoading = 'lazy' } = mode
  // One for all files of a build: a release's folder is in their addresses, so that no file outlives its release in a browser's
  // cache, and what loads them names it once, not for each file.
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
      // A module that throws has to throw again at the next try, instead of being handed out empty.
      // A development server keeps it, to run it again with the next version.
      strictModuleErrorHandling: !serve,
      chunkLoadTimeout: chunkLoadTimeoutMs,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      // G2 brings it to copy HTML into exported pictures, which no chart does: 35 KB.
      alias: { html2canvas: false },
    },
    module: {
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': { localIdentName: development ? '[name]-[local]-[hash:6]' : '[uniqueName]-[hash:8]' },
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
        // What nobody uses shakes out: no module does anything by being there.
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
      // A server that is asked again and again names modules by their files: their numbers may change.
      ...(serve ? { minimize: false, moduleIds: 'named', chunkIds: 'named' } : {}),
      minimizer: [new SwcJsMinimizerRspackPlugin(), new LightningCssMinimizerRspackPlugin(styleMinimizer)],
    },
    performance: { hints: false },
    // A development server compiles whole pages: their chunks are asked for by a shell of another origin.
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
