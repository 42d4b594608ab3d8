import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Cache folder for later builds: in the workspace, or, if that is read-only (a server on which the portal owns only its
 * data), in the temporary folder of the building user. Undefined: neither is usable.
 */
export function keptFolder(root: string, name: string, temporary: string = tmpdir()): string | undefined {
  const own = join(root, 'node_modules/.cache/helioport', name)
  if (isWritable(own)) return own
  // Other users could have created a folder of this name first: it is used only if this user owns it.
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
