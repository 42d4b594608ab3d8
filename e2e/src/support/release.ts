import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { portal } from './portal.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Runs the release command on the portal under test. */
export const release = (...args: string[]): Promise<string> => releaseOn(join(portal().data, 'releases'), ...args)

/** The same on a given store. */
export async function releaseOn(store: string, ...args: string[]): Promise<string> {
  const program = join(root, 'packages/release/src/cli.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--data', store], { cwd: root })
  return stdout
}
