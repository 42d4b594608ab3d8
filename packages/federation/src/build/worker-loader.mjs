import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { rspack } from '@rspack/core'

/**
 * `import url from './x-worker.ts?worker'`: compiles the worker with all its imports into one script (`worker-…`) and
 * gives its address. It is a separate compilation: the federation code in the scripts of a remote needs a page, and a
 * worker of the portal may not load a second script.
 */
/* oxlint-disable oxc/no-this-in-exported-function -- a loader is handed its context as this */
export default function workerLoader() {
  const done = this.async()
  const folder = mkdtempSync(join(tmpdir(), 'helioport-worker-'))
  const compiler = rspack({
    mode: this.mode === 'development' ? 'development' : 'production',
    context: this.rootContext,
    target: ['webworker', 'es2022'],
    devtool: 'hidden-source-map',
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
        // The modules that load Temporal have side effects.
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
    const [script = '', map = ''] = failure
      ? []
      : ['worker.js', 'worker.js.map'].map((file) => readFileSync(join(folder, file), 'utf8'))
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
    const name = `worker-${parse(this.resourcePath).name}.${hash}.js`
    compiler.close(() => {
      rmSync(folder, { recursive: true, force: true })
      if (failure) return done(failure)
      this.emitFile(name, script)
      this.emitFile(`${name}.map`, map)
      done(null, `export default __webpack_public_path__ + ${JSON.stringify(name)}`)
    })
  })
}
