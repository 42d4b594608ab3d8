import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'

/**
 * `import url from './x-worker.ts?worker'`: the worker with all it takes as one script of its own, and its address. It
 * is compiled apart: the federation's glue, which every script of a remote has, needs a page, and a worker of the portal
 * may load no second script.
 */
export default function workerLoader() {
  const done = this.async()
  const folder = mkdtempSync(join(tmpdir(), 'helioport-worker-'))
  const compiler = rspack({
    mode: this.mode === 'development' ? 'development' : 'production',
    context: this.rootContext,
    target: ['webworker', 'es2022'],
    devtool: false,
    entry: { worker: this.resourcePath },
    output: { path: folder, filename: '[name].js' },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'builtin:swc-loader',
          options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true } } },
        },
        // What brings Temporal along is there for its effect.
        { test: /packages[\\/](contract|time)[\\/]src/, exclude: /[\\/](worker|node)\.ts$/, sideEffects: false },
      ],
    },
    optimization: { splitChunks: false },
    performance: { hints: false },
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  })
  compiler.run((error, stats) => {
    const failure = error ?? (stats?.hasErrors() ? new Error(stats.toString({ all: false, errors: true })) : null)
    for (const file of stats?.compilation.fileDependencies ?? []) this.addDependency(file)
    const script = failure ? null : readFileSync(join(folder, 'worker.js'))
    compiler.close(() => {
      rmSync(folder, { recursive: true, force: true })
      if (failure) done(failure)
      else done(null, script)
    })
  })
}
