import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import type { AuditHead } from '@helioport/contract'
import { dayAt, iso } from '@helioport/time/node'
import { canonicalOperation, findChain, findUnsignedDays, type OperationRow } from './queries/operation-chain.ts'
import { type AuditHeadRow, findAuditHeads, insertAuditHead } from './queries/operation.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs the ends of days; derived from the service's key, which is not in the database. */
function signingKey(key: Buffer) {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'operation log', 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
}

const publicBytes = (key: Buffer) => createPublicKey(signingKey(key)).export({ format: 'der', type: 'spki' })

const signedText = (day: string, rows: number, hash: Buffer) => Buffer.from(`${day} ${rows} ${hash.toString('hex')}`)

/** Signs the end of every past day (UTC). A job; safe on several instances at once. */
export async function signAuditHeads(service: Service): Promise<void> {
  const today = dayAt(service.now(), 'UTC')
  const key = signingKey(service.settings.key)
  const public_key = publicBytes(service.settings.key)
  for (const { day, rows, hash } of await findUnsignedDays(service.db.read, today)) {
    const signature = sign(null, signedText(day, rows, hash), key)
    await service.db.transaction((tx) => insertAuditHead(tx, { day, rows, hash, signature, public_key }, service.now()))
  }
}

export async function listAuditHeads(service: Service, page: PageQuery) {
  const { rows, total } = await findAuditHeads(service.db.read, windowOf(page))
  const data = rows.map((row): AuditHead => ({
    day: row.day,
    rows: row.rows,
    hash: row.hash.toString('hex'),
    signature: row.signature.toString('base64url'),
    publicKey: row.public_key.toString('base64url'),
    signedAt: iso(row.signed_at),
  }))
  return { data, total }
}

/** A fault of the log, and its place. */
export interface AuditFault {
  day: string
  /** Number of the row in its day; null: the day's signed end. */
  no: number | null
  fault: 'altered' | 'missing' | 'headAltered' | 'headSignature'
}

const chunk = 1000

/**
 * Reads the whole log and reports every row that was altered, dropped or moved. `key`: the service's key; null: the
 * signatures are verified with the public key stored in each head.
 */
export async function verifyAudit(
  service: Pick<Service, 'db'>,
  key: Buffer | null,
): Promise<{ rows: number; heads: number; faults: AuditFault[] }> {
  const { rows: heads } = await findAuditHeads(service.db.read, null)
  const faults: AuditFault[] = []
  const ends = new Map<string, OperationRow>()
  let former: OperationRow | null = null
  let count = 0
  for (;;) {
    const rows: OperationRow[] = await findChain(service.db.read, former ?? { day: '0001-01-01', no: 0 }, chunk)
    for (const row of rows) {
      faults.push(...checkRow(row, former, hashBefore(row, former, heads)))
      ends.set(row.day, row)
      former = row
    }
    count += rows.length
    if (rows.length < chunk) break
  }
  for (const head of heads) faults.push(...checkHead(head, ends.get(head.day), key))
  return { rows: count, heads: heads.length, faults }
}

/** Hash of the row before. At the start of a day it comes from the former day's head, even if rows of that are gone. */
function hashBefore(row: OperationRow, former: OperationRow | null, heads: readonly AuditHeadRow[]): Buffer | null {
  if (former?.day === row.day) return former.hash
  // Newest first.
  const head = heads.find(({ day }) => day < row.day)
  return head && head.day >= (former?.day ?? '') ? head.hash : (former?.hash ?? null)
}

function checkRow(row: OperationRow, former: OperationRow | null, before: Buffer | null): AuditFault[] {
  const isSameDay = former?.day === row.day
  const expected = isSameDay ? (former?.no ?? 0) + 1 : 1
  // Rows before it are missing: without their hash the row itself cannot be verified.
  if (row.no !== expected) {
    return Array.from({ length: row.no - expected }, (_, index) => ({
      day: row.day,
      no: expected + index,
      fault: 'missing' as const,
    }))
  }
  const hash = createHash('sha256')
    .update(before ?? '')
    .update(`${row.day} ${row.no} ${canonicalOperation(row)}`)
    .digest()
  return hash.equals(row.hash) ? [] : [{ day: row.day, no: row.no, fault: 'altered' }]
}

function checkHead(head: AuditHeadRow, end: OperationRow | undefined, key: Buffer | null): AuditFault[] {
  const { day, rows, hash } = head
  const publicKey = createPublicKey({ key: key ? publicBytes(key) : head.public_key, format: 'der', type: 'spki' })
  const faults: AuditFault[] = []
  if (!verify(null, signedText(day, rows, hash), publicKey, head.signature)) {
    faults.push({ day, no: null, fault: 'headSignature' })
  }
  for (let no = (end?.no ?? 0) + 1; no <= rows; no += 1) faults.push({ day, no, fault: 'missing' })
  if (end && end.no >= rows && !(end.no === rows && end.hash.equals(hash))) {
    faults.push({ day, no: null, fault: 'headAltered' })
  }
  return faults
}
