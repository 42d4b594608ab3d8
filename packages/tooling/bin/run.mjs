#!/usr/bin/env node
/**
 * Runs one of the project's TypeScript programs: `node run.mjs <program.ts> [arguments]`.
 * The machine needs only Node 20 and npm: missing packages are installed first (pnpm through npx),
 * including the Node 24 that then runs the program.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const pnpm = 'pnpm@12.21.0'
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const marker = join(root, 'node_modules', '.installed')
const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

// Debian 12 ships Node 18.
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(
    `Node 20 or newer is needed, this is ${process.version}.`,
    '  next: curl -fsSL https://deb.nodesource.com/setup_24.x | sudo bash - && sudo apt-get install -y nodejs',
    '  (Debian and Ubuntu; elsewhere https://nodejs.org/en/download), then the same command again',
  )

function fail(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}

/** Hash of everything that decides what is installed. */
function installState() {
  const folders = ['.', 'shell', 'e2e', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))]
  folders.push(...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`))
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...folders.map((folder) => `${folder}/package.json`)]
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, options)
    child.on('error', (error) => done({ code: 1, error }))
    child.on('exit', (code, signal) => done({ code: code ?? 1, signal }))
    for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => child.kill('SIGTERM'))
    // A terminal sends Ctrl-C to the child as well, which shuts down in its own order.
    process.on('SIGINT', () => {})
    // npm may be killed without a signal to this process (kill -9): the child must end then too.
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  })
}

async function install() {
  const state = installState()
  if (existsSync(marker) && existsSync(node24) && readFileSync(marker, 'utf8') === state) return
  const since = Date.now()
  console.log('Installing packages …')
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--reporter=append-only']
  const { code } = await run('npx', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (code !== 0) {
    fail(
      '',
      'Installing packages failed (see above).',
      'Check that the npm registry can be reached, then run the same command again; it goes on where it stopped.',
    )
  }
  writeFileSync(marker, installState())
  console.log(`✓ Packages installed (${((Date.now() - since) / 1000).toFixed(1)} s)`)
}

const [program, ...args] = process.argv.slice(2)
if (!program) fail('usage: run.mjs <program.ts> [arguments]')
await install()
// Programs start further programs: the cache saves stripping types and compiling again, also in later runs.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/helioport/compiled')
const result = await run(node24, [join(root, program), ...args], {
  cwd: process.cwd(),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
if (result.error) fail(`${program} could not be started: ${result.error.message}`)
process.exit(result.code)
