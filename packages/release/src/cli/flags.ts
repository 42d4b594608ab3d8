import { resolve } from 'node:path'
import { isReleasableName, type ReleasableName, releasableNames } from '@helioport/contract'
import { type Layout, layoutOf } from '../store/layout.ts'

export interface CommonFlags {
  data: string
  json?: boolean
}

/** Flags of every command that changes something. */
export interface ChangeFlags extends CommonFlags {
  reason?: string
  by?: string
  expectSerial?: number
  dryRun?: boolean
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Paths are meant from where npm was called. */
export const pathOf = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

export const openLayout = ({ data }: CommonFlags): Layout => layoutOf(pathOf(data))

export function nameOf(text: string): ReleasableName {
  if (isReleasableName(text)) return text
  throw new Error(`"${text}" is none of ${releasableNames.join(', ')}`)
}

export function namesOf(texts: readonly string[]): ReleasableName[] {
  return texts.includes('all') ? [...releasableNames] : texts.map(nameOf)
}
