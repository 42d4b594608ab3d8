import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Files of the texts that the shell shares with all remotes, by namespace, in English; other languages have the same
 * keys. The second is for repositories without the sources: the installed package.
 */
const baseMessages = [
  'packages/i18n/src/messages/en-US/base.ts',
  'node_modules/@helioport/i18n/dist/messages/en-US/base.js',
]
const baseMessagesOf = (root: string) =>
  baseMessages.map((file) => join(root, file)).find((file) => existsSync(file)) ?? join(root, 'no-shared-texts')

async function objectOf(file: string, name: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  const read = (await import(pathToFileURL(file).href)) as Record<string, Record<string, unknown>>
  return read[name] ?? {}
}

/** Keys of the shared texts, by namespace. */
export async function sharedMessages(root: string): Promise<Record<string, string[]>> {
  const base = await objectOf(baseMessagesOf(root), 'base')
  return Object.fromEntries(Object.entries(base).map(([name, texts]) => [name, Object.keys(texts ?? {}).sort()]))
}

/** Keys of a remote's own texts. */
export async function ownMessages(folder: string): Promise<Set<string>> {
  return new Set(Object.keys(await objectOf(join(folder, 'src/messages/en-US.ts'), 'default')))
}

const digest = (text: unknown) => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 8)

/**
 * Hashes of the English texts of a part, by key, for the comparison of two releases. `shared`: includes the texts that
 * the shell shares with all remotes, as `namespace:key`.
 */
export async function textHashes(root: string, folder: string, shared: boolean): Promise<Record<string, string>> {
  const own = await objectOf(join(folder, 'src/messages/en-US.ts'), 'default')
  const base = shared ? await objectOf(baseMessagesOf(root), 'base') : {}
  const named = Object.entries(base).flatMap(([name, texts]) =>
    Object.entries(texts as object).map(([key, text]): [string, unknown] => [`${name}:${key}`, text]),
  )
  return Object.fromEntries([...Object.entries(own), ...named].map(([key, text]) => [key, digest(text)]))
}
