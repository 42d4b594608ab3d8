import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type IndexKey, verifySignature } from './signature.ts'

export type IndexFault = 'missing' | 'malformed' | 'unknown-key' | 'bad-signature' | 'older-serial' | 'expired'

export type ReleaseIndexResult =
  | {
      ok: true
      index: ReleaseIndexPayload
      /** False only where the browser has no Ed25519 (or the page no secure context). */
      verified: boolean
      /** Why the page's own index was refused in favour of the last verified one. */
      refused?: IndexFault
    }
  | { ok: false; fault: IndexFault }

/** Where the index comes from; everything that a test needs to say. */
export interface IndexSource {
  signed: SignedReleaseIndex | null
  keys: readonly IndexKey[]
  /** Holds the last verified index. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch in ms. */
  now: number
  subtle: SubtleCrypto | undefined
}

const storageKey = 'helioport.release-index'

function parse<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null
  } catch {
    return null
  }
}

function read(storage: IndexSource['storage']): SignedReleaseIndex | null {
  try {
    return parse<SignedReleaseIndex>(storage.getItem(storageKey))
  } catch {
    return null
  }
}

function keep(storage: IndexSource['storage'], signed: SignedReleaseIndex): void {
  try {
    storage.setItem(storageKey, JSON.stringify(signed))
  } catch {
    // Full or blocked: replays of older indexes go unnoticed in this browser, nothing else.
  }
}

async function check(signed: SignedReleaseIndex | null, source: IndexSource): Promise<ReleaseIndexResult> {
  if (signed === null) return { ok: false, fault: 'missing' }
  const key = source.keys.find((candidate) => candidate.keyId === signed.keyId)
  if (key === undefined) return { ok: false, fault: 'unknown-key' }
  const signature = await verifySignature(source.subtle, key, signed)
  if (signature === 'wrong') return { ok: false, fault: 'bad-signature' }
  const index = parse<ReleaseIndexPayload>(signed.payload)
  if (index?.schema !== 1) return { ok: false, fault: 'malformed' }
  if (!(Date.parse(index.notAfter) > source.now)) return { ok: false, fault: 'expired' }
  return { ok: true, index, verified: signature === 'right' }
}

/** Checks the page's index against its keys and the last verified one, which stays in use where the new is refused. */
export async function verifyReleaseIndex(source: IndexSource): Promise<ReleaseIndexResult> {
  const keptIndex = read(source.storage)
  const [fresh, kept] = await Promise.all([check(source.signed, source), check(keptIndex, source)])
  const older = fresh.ok && kept.ok && fresh.index.serial < kept.index.serial
  if (fresh.ok && !older) {
    if (source.signed !== null && fresh.verified) keep(source.storage, source.signed)
    return fresh
  }
  const fault = fresh.ok ? 'older-serial' : fresh.fault
  return kept.ok ? { ...kept, refused: fault } : { ok: false, fault }
}

function inlined<T>(id: string): T | null {
  return parse<T>(document.getElementById(id)?.textContent)
}

/** The release index that the release host wrote into the page, verified. Never throws. */
export function readReleaseIndex(): Promise<ReleaseIndexResult> {
  return verifyReleaseIndex({
    signed: inlined('release-index'),
    keys: inlined<IndexKey[]>('release-keys') ?? [],
    storage: { getItem: (key) => localStorage.getItem(key), setItem: (key, value) => localStorage.setItem(key, value) },
    now: Date.now(),
    subtle: globalThis.crypto?.subtle,
  })
}
