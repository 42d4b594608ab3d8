import type { indexSchema as IndexSchema, ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type IndexKey, isSignedBy } from './signature.ts'

// Typed as the contract's own value: the module of the schemas stays out of the browser.
const indexSchema: typeof IndexSchema = 2

export type IndexFault = 'missing' | 'malformed' | 'unknown-key' | 'bad-signature' | 'older-serial' | 'expired'

export type ReleaseIndexResult =
  | {
      ok: true
      index: ReleaseIndexPayload
      /** Why the page's own index was refused in favour of the last verified one. */
      refused?: IndexFault
    }
  | { ok: false; fault: IndexFault }

/** What an index is checked against; everything that a test needs to say. */
export interface IndexCheck {
  keys: readonly IndexKey[]
  /** Holds the last verified index, for all tabs of this browser. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch in ms. */
  now: () => number
  subtle: SubtleCrypto | undefined
  /** Does what nobody waits for. */
  later: (work: () => void) => void
}

export const indexStorageKey = 'helioport.release-index'

export function parse<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text ?? 'null') as T | null
  } catch {
    return null
  }
}

function read(storage: IndexCheck['storage']): string | null {
  try {
    return storage.getItem(indexStorageKey)
  } catch {
    return null
  }
}

function keep(storage: IndexCheck['storage'], text: string): void {
  try {
    storage.setItem(indexStorageKey, text)
  } catch {
    // Full or blocked: replays of older indexes go unnoticed in this browser after a reload, nothing else.
  }
}

async function check(signed: SignedReleaseIndex | null, against: IndexCheck): Promise<ReleaseIndexResult> {
  if (signed === null) return { ok: false, fault: 'missing' }
  if (typeof signed.payload !== 'string' || typeof signed.signature !== 'string') {
    return { ok: false, fault: 'malformed' }
  }
  const key = against.keys.find((candidate) => candidate.keyId === signed.keyId)
  if (key === undefined) return { ok: false, fault: 'unknown-key' }
  if (!(await isSignedBy(against.subtle, key, signed))) return { ok: false, fault: 'bad-signature' }
  const index = parse<ReleaseIndexPayload>(signed.payload)
  if (index?.schema !== indexSchema) return { ok: false, fault: 'malformed' }
  if (!(Date.parse(index.notAfter) > against.now())) return { ok: false, fault: 'expired' }
  return { ok: true, index }
}

/** Checks the page's index against its keys and the last verified one, which stays in use where the new is refused. */
export async function verifyReleaseIndex(
  signed: SignedReleaseIndex | null,
  against: IndexCheck,
): Promise<ReleaseIndexResult> {
  const before = read(against.storage)
  const isKept = before !== null && before === JSON.stringify(signed)
  const checking = check(signed, against)
  // The same index as at the last visit needs no second look.
  const [fresh, kept] = await Promise.all([checking, isKept ? checking : check(parse(before), against)])
  const older = fresh.ok && kept.ok && fresh.index.serial < kept.index.serial
  if (fresh.ok && !older) {
    const keepIt = () => {
      // Another tab may have kept a newer one meanwhile.
      if (read(against.storage) === before) keep(against.storage, JSON.stringify(signed))
    }
    if (!isKept) against.later(keepIt)
    return fresh
  }
  const fault = fresh.ok ? 'older-serial' : fresh.fault
  return kept.ok ? { ...kept, refused: fault } : { ok: false, fault }
}

/** Checks an index that came while the page is open; only a newer one than `current` is taken. */
export async function verifyNewerIndex(
  signed: SignedReleaseIndex | null,
  current: ReleaseIndexPayload,
  against: IndexCheck,
): Promise<ReleaseIndexResult> {
  const fresh = await check(signed, against)
  if (!fresh.ok) return fresh
  if (fresh.index.serial < current.serial) return { ok: false, fault: 'older-serial' }
  if (signed !== null && fresh.index.serial > current.serial) keep(against.storage, JSON.stringify(signed))
  return fresh
}

/** The same check with the keys that its own vouch for, one after the other: those of rotations that a tab slept through. */
export async function withSuccession(against: IndexCheck, signed: SignedReleaseIndex | null): Promise<IndexCheck> {
  const keys = [...against.keys]
  const find = (id: string) => keys.find(({ keyId }) => keyId === id)
  if (signed === null || find(signed.keyId) !== undefined) return against
  for (const { keyId, publicKey, by, signature } of signed.succession ?? []) {
    const voucher = find(keyId) === undefined ? find(by) : undefined
    const line = { payload: `key ${keyId} ${publicKey}`, keyId: by, signature }
    if (voucher !== undefined && (await isSignedBy(against.subtle, voucher, line))) keys.push({ keyId, publicKey })
  }
  return { ...against, keys }
}

/** The same check with the keys that a verified index brings: the one that will sign after the next rotation. */
export const withKeysOf = (against: IndexCheck, { keys = [] }: ReleaseIndexPayload): IndexCheck => ({
  ...against,
  keys: [...against.keys.filter(({ keyId }) => !keys.some((one) => one.keyId === keyId)), ...keys],
})

export function inlined<T>(id: string): T | null {
  return parse<T>(document.getElementById(id)?.textContent)
}

/** When the first page stands, ms. */
const keepAfterMs = 500

/** The keys that the release host wrote into the page, and what this browser has. */
export function indexCheckOfPage(): IndexCheck {
  return {
    keys: inlined<IndexKey[]>('release-keys') ?? [],
    storage: { getItem: (key) => localStorage.getItem(key), setItem: (key, value) => localStorage.setItem(key, value) },
    now: Date.now,
    subtle: globalThis.crypto?.subtle,
    later: (work) => void setTimeout(work, keepAfterMs),
  }
}

/** Payload as it was signed, with key and signature beside it. */
function signedIndexOfPage(): SignedReleaseIndex | null {
  const element = document.getElementById('release-index')
  if (element === null) return null
  const { key: keyId = '', signature = '' } = element.dataset
  return { payload: element.textContent ?? '', keyId, signature }
}

/** The release index that the release host wrote into the page, verified. Never throws. */
export function readReleaseIndex(): Promise<ReleaseIndexResult> {
  return verifyReleaseIndex(signedIndexOfPage(), indexCheckOfPage())
}
