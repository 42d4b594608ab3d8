// node weigh.mjs  -> brotli KB per entry
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
const require = createRequire('/work/wt/ui/packages/federation/package.json')
const { rspack, SwcJsMinimizerRspackPlugin, LightningCssMinimizerRspackPlugin } = require('@rspack/core')
const here = import.meta.dirname
const only = process.argv[2]
const base = `import {AntdProvider} from '../src/antd/antd-provider.tsx';`
const antd = (name, path) => `import C${name} from 'antd/es/${path}'; globalThis.x.push(C${name});`
const ours = (names, path) => `import {${names}} from '../src/${path}'; globalThis.x.push(${names});`
const entries = JSON.parse(readFileSync(join(here, 'entries.json'), 'utf8'))
const weigh = (dir, filter = () => true) => readdirSync(dir, { recursive: true }).filter((f) => /\.(js|css|json)$/.test(f) && filter(f)).reduce((sum, f) => sum + brotliCompressSync(readFileSync(join(dir, f)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length, 0)
for (const [name, code] of Object.entries(entries)) {
  if (only && !name.includes(only)) continue
  const text = code.replace(/@base;?/g, base + 'globalThis.x.push(AntdProvider);').replace(/@antd (\w+) (\S+);/g, (_, n, p) => antd(n, p)).replace(/@ours ([\w,]+) (\S+);/g, (_, n, p) => ours(n, p))
  writeFileSync(join(here, 'entry.tsx'), text)
  const out = join(here, 'out')
  rmSync(out, { recursive: true, force: true })
  const stats = await new Promise((done, fail) => rspack({
    mode: 'production', target: ['web', 'es2022'], context: here, entry: join(here, 'entry.tsx'), devtool: false,
    output: { path: out, filename: 'main.js', chunkFilename: 'async-[id].js', cssFilename: 'main.css' },
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: { html2canvas: false } },
    externals: { react: 'React', 'react-dom': 'ReactDOM', 'react/jsx-runtime': 'J', 'react-dom/client': 'RC' },
    module: { parser: { 'css/module': { namedExports: false } }, rules: [
      { test: /\.tsx?$/, exclude: /node_modules/, use: { loader: 'builtin:swc-loader', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } } },
      { test: /\.module\.css$/, type: 'css/module' }, { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' } ] },
    optimization: { minimizer: [new SwcJsMinimizerRspackPlugin(), new LightningCssMinimizerRspackPlugin()] },
    performance: { hints: false },
  }, (e, s) => e ? fail(e) : done(s)))
  if (stats.hasErrors()) { console.log(name, 'ERROR', stats.toString({ all: false, errors: true }).slice(0, 400)); continue }
  const main = weigh(out, (f) => f.startsWith('main')), all = weigh(out)
  console.log(`${name.padEnd(34)} ${(main / 1000).toFixed(1).padStart(7)} first ${(all / 1000).toFixed(1).padStart(7)} all`)
}
