import { resolve } from 'node:path'
import { readdirSync } from 'node:fs'
import { isReleasableName, type ReleasableName, remotesAmong } from '@helioport/contract'
import { objectStoreFrom } from '@helioport/object-store'
import { followOthers } from '../store/changing.ts'
import { sharedStateFrom } from '../store/shared/shared-state.ts'
import { findStore } from '../store/find-store.ts'
import { type Layout, layoutOf } from '../store/layout.ts'

export interface CommonFlags {
  data: string
  /** `publish` only: allows a new store. */
  init?: boolean
  json?: boolean
}

/** Flags of every command that changes something. */
export interface ChangeFlags extends CommonFlags {
  reason?: string
  by?: string
  expectSerial?: number
  dryRun?: boolean
  force?: boolean
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Relative paths start at the folder in which npm was called. */
export const pathOf = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

/** @throws Error where there is no store and no `--init` */
export async function openLayout({ data, init = false }: CommonFlags): Promise<Layout> {
  const objects = objectStoreFrom('RELEASE', process.env)
  const shared = sharedStateFrom(objects, process.env)
  const layout = layoutOf(findStore(pathOf(data), init), objects, { shared })
  await followOthers(layout)
  return layout
}

export function nameOf(text: string): ReleasableName {
  if (isReleasableName(text)) return text
  throw new Error(`"${text}" is no name of a part`)
}

/** Names of parts, which must be among `known`; `all` stands for every one. */
export function namesOf(
  texts: readonly string[],
  root: string,
  known: readonly ReleasableName[] = ['shell', ...remotesAmong(readdirSync(root))],
): ReleasableName[] {
  const unknown = texts.find((text) => text !== 'all' && !known.includes(text))
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${known.join(', ')}`)
  return texts.includes('all') ? [...known] : [...texts]
}
