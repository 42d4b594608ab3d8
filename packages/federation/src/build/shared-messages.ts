import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the texts that the shell shares with all remotes are written, by namespace; the others mirror its keys. */
const baseMessages = 'packages/i18n/src/messages/en-US/base.ts'

async function objectOf(file: string, name: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) return {}
  const read = (await import(pathToFileURL(file).href)) as Record<string, Record<string, unknown>>
  return read[name] ?? {}
}

/** Keys of the shared texts by namespace, as the sources of a workspace have them. */
export async function sharedMessages(root: string): Promise<Record<string, string[]>> {
  const base = await objectOf(join(root, baseMessages), 'base')
  return Object.fromEntries(Object.entries(base).map(([name, texts]) => [name, Object.keys(texts ?? {}).sort()]))
}

/** Keys of a remote's own texts. */
export async function ownMessages(folder: string): Promise<Set<string>> {
  return new Set(Object.keys(await objectOf(join(folder, 'src/messages/en-US.ts'), 'default')))
}
