import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type KeyRing, openKeyRing, type SigningKey } from './keys.ts'
import type { Layout } from './layout.ts'
import type { Action } from './pointer.ts'

export interface AuditEntry {
  /** ISO instant. */
  at: string
  action:
    | Action
    | 'renew'
    | 'rotate-keys'
    | 'prune'
    | 'retire'
    | 'unlock'
    | 'upload'
    | 'propose'
    | 'key-add'
    | 'key-rotate'
    | 'key-revoke'
    | 'two-persons'
  /** Serial of the index that contains the change. */
  serial: number
  /** Part; null if the change concerns all. */
  name: string | null
  /** Current release before and after. */
  from: string | null
  to: string | null
  /** Share of the browsers; null: everybody. */
  percent: number | null
  reason: string
  by: string
}

/** A line of the log: it carries the hash of the line before it and the signature of the index key. */
interface AuditLine extends Omit<AuditEntry, 'percent' | 'reason'> {
  /** Lines of older stores lack it, or have no reason. */
  percent?: number | null
  reason: string | null
  previous: string | null
  keyId?: string
  signature?: string
}

export interface AuditState {
  lines: number
  /** Serial of the last line; 0 before the first. */
  serial: number
  /** First line (from 1) that was altered or inserted, or that follows a removed one. */
  brokenAt: number | null
}

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex')

async function textOf(layout: Layout): Promise<string> {
  return readFile(layout.audit, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

const linesIn = (text: string) => text.split('\n').filter((line) => line !== '')
const linesOf = async (layout: Layout) => linesIn(await textOf(layout))

/** The log with further lines, signed by `signing`. Hold the lock. */
export async function auditWith(layout: Layout, entries: readonly AuditEntry[], signing: SigningKey): Promise<string> {
  const text = await textOf(layout)
  let last = linesIn(text).at(-1)
  const fresh = entries.map((entry) => {
    const body: AuditLine = { ...entry, previous: last === undefined ? null : hashOf(last), keyId: signing.keyId }
    last = JSON.stringify({ ...body, signature: signing.sign(JSON.stringify(body)).signature })
    return last
  })
  // Separates a line that a crash of an older version cut short: the verification reports it.
  const isCut = text !== '' && !text.endsWith('\n')
  return `${text}${isCut ? '\n' : ''}${fresh.map((line) => `${line}\n`).join('')}`
}

function isSigned({ signature = '', ...body }: AuditLine, keys: KeyRing): boolean {
  const key = [keys.current, keys.next, ...keys.former].find(({ keyId }) => keyId === body.keyId)
  if (key === undefined) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(JSON.stringify(body)), publicKey, Buffer.from(signature, 'base64url'))
}

function parseLine(line: string): AuditLine | undefined {
  try {
    return JSON.parse(line) as AuditLine
  } catch {
    return undefined
  }
}

/** Checks every line's hash and signature. Lines of older stores before the first signed one have only a hash. */
export async function verifyAudit(layout: Layout): Promise<AuditState> {
  const [keys, lines] = await Promise.all([openKeyRing(layout), linesOf(layout)])
  let signed = false
  let brokenAt: number | null = null
  let serial = 0
  for (const [i, text] of lines.entries()) {
    const line = parseLine(text)
    const before = lines[i - 1]
    signed ||= line?.signature !== undefined
    const fits = line?.previous === (before === undefined ? null : hashOf(before))
    if (brokenAt === null && (line === undefined || !fits || (signed && !isSigned(line, keys)))) brokenAt = i + 1
    serial = Math.max(serial, line?.serial ?? 0)
  }
  return { lines: lines.length, serial, brokenAt }
}

/** The last `limit` entries, newest first; skips lines that cannot be read. */
export async function readAudit(layout: Layout, limit: number, name?: string): Promise<AuditEntry[]> {
  const lines = await linesOf(layout)
  const entries: AuditEntry[] = []
  for (const text of lines.toReversed()) {
    const line = parseLine(text)
    if (line === undefined || (name !== undefined && line.name !== name && line.name !== null)) continue
    const { at, action, serial, from, to, percent = null, reason, by } = line
    entries.push({ at, action, serial, name: line.name, from, to, percent, reason: reason ?? '', by })
    if (entries.length === limit) break
  }
  return entries
}
