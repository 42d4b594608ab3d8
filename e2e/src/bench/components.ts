/**
 * `npm run bench:components -- [part of a name]`: sizes of components of `ui` and of alternatives from antd, G2 and
 * others, for the tables in packages/ui/README.md. Each is built alone for production, without React; a component of
 * antd includes antd's base. KB (1000 bytes) of brotli: loaded at once, and with everything that is loaded on use.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { LightningCssMinimizerRspackPlugin, rspack, SwcJsMinimizerRspackPlugin } from '@rspack/core'
import { candidates, type Imports } from './candidates.ts'

const ui = resolve(import.meta.dirname, '../../../packages/ui')
// Below ui's node_modules, so that ui's dependencies resolve.
const folder = join(ui, 'node_modules/.bench')
const entry = join(folder, 'entry.ts')
const output = join(folder, 'out')

/** A module that uses every import, to prevent tree shaking. */
function codeOf(imports: Imports): string {
  const lines = Object.entries(imports).map(([from, names], nth) => {
    const path = from.startsWith('src/') ? JSON.stringify(join(ui, from)) : JSON.stringify(from)
    if (names === 'all') return `import * as all${nth} from ${path}; globalThis.used.push(all${nth})`
    const list = names.map((name, at) => `${name} as part${nth}_${at}`).join(', ')
    return `import { ${list} } from ${path}; globalThis.used.push(${names.map((_, at) => `part${nth}_${at}`).join(', ')})`
  })
  return lines.join('\n')
}

async function build(): Promise<void> {
  const compiler = rspack({
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    context: folder,
    entry,
    output: { path: output, filename: 'main.js', cssFilename: 'main.css', chunkFilename: 'later-[id].js' },
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: { html2canvas: false } },
    externals: {
      react: 'React',
      'react-dom': 'ReactDOM',
      'react-dom/client': 'ReactDOMClient',
      'react/jsx-runtime': 'ReactJsx',
    },
    module: {
      parser: { 'css/module': { namedExports: false } },
      rules: [
        {
          test: /\.tsx?$/,
          use: {
            loader: 'builtin:swc-loader',
            options: {
              jsc: {
                target: 'es2022',
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'automatic' } },
              },
            },
          },
        },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
      ],
    },
    optimization: { minimizer: [new SwcJsMinimizerRspackPlugin(), new LightningCssMinimizerRspackPlugin()] },
    performance: { hints: false },
  })
  await new Promise<void>((done, fail) =>
    compiler.run((error, stats) => {
      if (error) fail(error)
      else if (stats?.hasErrors()) fail(new Error(stats.toString({ all: false, errors: true })))
      else done()
    }),
  )
}

/** KB of the built files whose names begin with `start`. */
function kilobytes(start: string): string {
  const files = readdirSync(output).filter((name) => name.startsWith(start))
  const bytes = files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(output, name))).length, 0)
  return (bytes / 1000).toFixed(1)
}

const wanted = process.argv[2] ?? ''
mkdirSync(folder, { recursive: true })
try {
  for (const [name, imports] of Object.entries(candidates)) {
    if (!name.toLowerCase().includes(wanted.toLowerCase())) continue
    rmSync(output, { recursive: true, force: true })
    writeFileSync(entry, codeOf(imports))
    await build()
    console.log(`${name.padEnd(28)} ${kilobytes('main').padStart(7)} at once ${kilobytes('').padStart(7)} with all`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
