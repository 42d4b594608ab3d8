import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/**
 * The declaration files of a package that are reachable from `starts`, including these: text by path below `folder`.
 * `read`: transforms each text before its imports are followed.
 */
export function reachedFrom(
  folder: string,
  starts: readonly string[],
  read: (text: string) => string = (text) => text,
): Record<string, string> {
  const files = new Map<string, string>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // Comments may name files that do not exist.
    if (files.has(file) || !existsSync(join(folder, file))) continue
    const text = read(readFileSync(join(folder, file), 'utf8'))
    files.set(file, text)
    for (const [, request = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g))
      waiting.push(`${posix.join(dirname(file), request)}.d.ts`)
  }
  return Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
