import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf, type ReleasableName } from '@helioport/contract'

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '../../../..')

/** A program that ended with an error; the message holds its output. */
class ProgramFailed extends Error {}

function run(args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => output.push(part))
    child.stderr.on('data', (part: Buffer) => errors.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      const text = Buffer.concat(output).toString()
      if (code === 0) resolve(text)
      else reject(new ProgramFailed(`${text}${Buffer.concat(errors).toString()}`.trim()))
    })
  })
}

/** Identity of a part's sources; see the build code of the federation package. */
export interface SourceIdentity {
  name: ReleasableName
  version: string
  hash: string
  release: string
  /** Source files, relative to the root. */
  files: string[]
}

export interface BuildOptions {
  /** Workspace root; tests build small ones. */
  root: string
  development: boolean
  version?: string | undefined
}

/** Identities of parts for their present sources, in the order of `names`. Builds nothing. */
export async function identitiesOf(names: readonly ReleasableName[], options: BuildOptions): Promise<SourceIdentity[]> {
  const program = join(projectRoot, 'packages/federation/src/build/identify.ts')
  const flags = options.development ? ['--development'] : []
  const text = await run([program, ...flags, ...names.map(folderOf)], options.root)
  return (JSON.parse(text) as SourceIdentity[]).map((identity) =>
    options.version === undefined
      ? identity
      : { ...identity, version: options.version, release: `${options.version}-${identity.hash}` },
  )
}

/** Builds one part alone into `output` (a folder that does not exist yet) with its own bundler. */
export async function buildPart(name: ReleasableName, output: string, options: BuildOptions): Promise<void> {
  const folder = join(options.root, folderOf(name))
  const bundler = join(folder, 'node_modules/@rspack/cli/bin/rspack.js')
  if (!existsSync(bundler)) throw new Error(`${folder} is not installed: run npm start, or pnpm install`)
  const mode = options.development ? 'development' : 'production'
  const version = options.version === undefined ? [] : ['--env', `version=${options.version}`]
  try {
    await run([bundler, 'build', '--mode', mode, '--output-path', output, ...version], folder)
  } catch (error) {
    throw new Error(`${name} does not build:\n${(error as Error).message}`, { cause: error })
  }
}
