import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where results for later builds are kept: in the workspace, or where that may not be written to, as on a server whose
 * portal owns its data alone, among the temporary files of who builds. Undefined: nowhere.
 */
export function keptFolder(root: string, name: string, temporary: string = tmpdir()): string | undefined {
  const own = join(root, 'node_modules/.cache/helioport', name)
  if (isWritable(own)) return own
  // Of a name that others could have made before: what lies there is taken from nobody else.
  const apart = join(temporary, `helioport-${name}-${process.getuid?.() ?? 'builds'}`)
  return isWritable(apart) && isOfThisUser(apart) ? apart : undefined
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function isOfThisUser(folder: string): boolean {
  if (process.getuid === undefined) return true
  const { uid, mode } = lstatSync(folder)
  return uid === process.getuid() && (mode & 0o077) === 0
}
