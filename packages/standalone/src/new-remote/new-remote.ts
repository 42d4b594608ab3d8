import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf, isReleasableName, remotesAmong } from '@helioport/contract'
import { prefixOf } from '@helioport/remote-kit/template'
import { newRemoteFiles } from './files.ts'

interface Manifest {
  prefixes: string[]
  menu: { order: number }[]
}

/** Names with another meaning: the shell, paths of the release host, pages of the shell. */
const reserved = ['shell', 'login', 'releases', 'api', 'r']

function manifestsOf(root: string): Manifest[] {
  return remotesAmong(readdirSync(root)).flatMap((name) => {
    const file = join(root, folderOf(name), 'remote.json')
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Manifest] : []
  })
}

/** Writes the folder of a new remote. @returns its path @throws Error that says why the name is not allowed */
export function writeRemote(root: string, name: string): string {
  if (!isReleasableName(name) || reserved.includes(name))
    throw new Error(`"${name}" does not do: small letters, digits and hyphens, and none of ${reserved.join(', ')}`)
  const folder = join(root, folderOf(name))
  if (existsSync(folder)) throw new Error(`${folderOf(name)} is there already`)
  const manifests = manifestsOf(root)
  const prefix = prefixOf(name)
  if (manifests.some(({ prefixes }) => prefixes.includes(prefix))) throw new Error(`${prefix} is of another remote`)
  const order = 10 + Math.max(0, ...manifests.flatMap(({ menu }) => menu.map((entry) => entry.order)))
  for (const [file, text] of Object.entries(newRemoteFiles(name, order))) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return folder
}

/** The package manager version that tooling/bin/run.mjs pins. */
function pnpmOf(root: string): string {
  const text = readFileSync(join(root, 'packages/tooling/bin/run.mjs'), 'utf8')
  const found = /'(pnpm@[\d.]+)'/.exec(text)?.[1]
  if (found === undefined) throw new Error('packages/tooling/bin/run.mjs names no pnpm')
  return found
}

function run(command: string, args: readonly string[], cwd: string, what: string): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }) // prettier-ignore
    child.on('error', refuse)
    child.on('close', (code) => (code === 0 ? done() : refuse(new Error(`${what} failed (see above)`))))
  })
}

/** Formats the files with the project's formatter. */
export const format = (root: string, name: string): Promise<void> =>
  run(join(root, 'node_modules/.bin/oxfmt'), [folderOf(name)], root, 'formatting')

/** Links the workspace's packages after folders changed; prefers the local store. */
export function installWorkspace(root: string): Promise<void> {
  const args = ['--yes', pnpmOf(root), 'install', '--no-frozen-lockfile', '--prefer-offline', '--reporter=append-only']
  return run('npx', args, root, 'installing packages')
}

/** Removes the folder of a remote; its releases stay in the release store. */
export function removeRemote(root: string, name: string): void {
  const folder = join(root, folderOf(name))
  if (name === 'shell' || !existsSync(join(folder, 'remote.json'))) throw new Error(`there is no remote ${name}`)
  rmSync(folder, { recursive: true })
}
