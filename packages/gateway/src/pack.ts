import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { version } from './version.ts'

/**
 * Packs the program as one tarball that `npx` runs on Node 20 with nothing else installed:
 * `node src/pack.ts [FILE]`, by default helioport-gateway.tgz.
 */
const run = promisify(execFile)
const source = dirname(fileURLToPath(import.meta.url))
const programName = 'helioport-gateway.mjs'

async function bundle(folder: string): Promise<void> {
  const compiler = rspack({
    mode: 'production',
    target: 'node20',
    entry: join(source, 'main.ts'),
    devtool: false,
    output: { path: folder, filename: programName, module: true, chunkFormat: 'module', asyncChunks: false },
    // Only TCP of the Modbus library is used, so its serial port is not bundled.
    externals: { serialport: 'node-commonjs serialport' },
    externalsType: 'node-commonjs',
    // Minifying saves little here, and readable stack traces are worth more.
    optimization: { minimize: false },
    performance: false,
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        },
      ],
    },
    plugins: [new rspack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
  })
  await new Promise<void>((done, refuse) => {
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error) refuse(error)
      else if (stats?.hasErrors()) refuse(new Error(stats.toString({ preset: 'errors-only' })))
      else done()
    })
  })
}

function describe(folder: string): void {
  const about = {
    name: 'helioport-gateway',
    version,
    description: 'Reads inverters on the local network and brings what they tell to a Helioport portal',
    type: 'module',
    bin: { 'helioport-gateway': programName },
    engines: { node: '>=20' },
    files: [programName, 'README.md', 'LICENSE-sunspec-models'],
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  copyFileSync(join(source, '../README.md'), join(folder, 'README.md'))
  copyFileSync(join(source, 'sunspec/models/LICENSE'), join(folder, 'LICENSE-sunspec-models'))
}

async function pack(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-gateway-'))
  const packed = join(folder, 'packed')
  try {
    mkdirSync(packed)
    await bundle(folder)
    describe(folder)
    // A cache of its own: npm must not write into the home folder, and must not look for updates.
    const env = { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' }
    await run('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: folder, env })
    const [tarball] = readdirSync(packed)
    if (!tarball) throw new Error('npm pack made no tarball')
    mkdirSync(dirname(file), { recursive: true })
    // Atomic rename: a concurrent download gets a whole file.
    copyFileSync(join(packed, tarball), `${file}.next`)
    renameSync(`${file}.next`, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const file = resolve(process.argv[2] ?? 'helioport-gateway.tgz')
await pack(file)
process.stdout.write(`${file}\n`)
