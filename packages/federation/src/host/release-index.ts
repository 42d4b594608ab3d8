import type { indexSchema as IndexSchema, ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type IndexKey, isSignedBy } from './signature.ts'

// Typed as the contract's value, not imported: the contract's schema module must not be bundled for the browser.
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

/** What an index is checked against; tests can replace each part. */
export interface IndexCheck {
  keys: readonly IndexKey[]
  /** Holds the last verified index, for all tabs of this browser. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Epoch in ms. */
  now: () => number
  subtle: SubtleCrypto | undefined
  /** Defers work that nothing waits for. */
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
    // Full or blocked: the only effect is that a replay of an older index is not noticed after a reload.
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

/** Checks the page's index by its keys and the last verified index, which stays in use if the page's is refused. */
export async function verifyReleaseIndex(
  signed: SignedReleaseIndex | null,
  against: IndexCheck,
): Promise<ReleaseIndexResult> {
  const before = read(against.storage)
  const isKept = before !== null && before === JSON.stringify(signed)
  const checking = check(signed, against)
  // The stored index is equal: one check is enough.
  const [fresh, kept] = await Promise.all([checking, isKept ? checking : check(parse(before), against)])
  const older = fresh.ok && kept.ok && fresh.index.serial < kept.index.serial
  if (fresh.ok && !older) {
    const keepIt = () => {
      // Another tab may have stored a newer index meanwhile.
      if (read(against.storage) === before) keep(against.storage, JSON.stringify(signed))
    }
    if (!isKept) against.later(keepIt)
    return fresh
  }
  const fault = fresh.ok ? 'older-serial' : fresh.fault
  return kept.ok ? { ...kept, refused: fault } : { ok: false, fault }
}

/** Checks an index that arrived while the page is open; an index older than `current` is refused. */
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

/** Adds keys that known keys have signed, in a chain: keys of rotations during which the tab was asleep. */
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

/** Adds the keys of a verified index: they include the key that will sign after the next rotation. */
export const withKeysOf = (against: IndexCheck, { keys = [] }: ReleaseIndexPayload): IndexCheck => ({
  ...against,
  keys: [...against.keys.filter(({ keyId }) => !keys.some((one) => one.keyId === keyId)), ...keys],
})

export function inlined<T>(id: string): T | null {
  return parse<T>(document.getElementById(id)?.textContent)
}

/** Delay until the first page is rendered, ms. */
const keepAfterMs = 500

/** The keys that the release host wrote into the page, with the storage, clock and crypto of this browser. */
export function indexCheckOfPage(): IndexCheck {
  return {
    keys: inlined<IndexKey[]>('release-keys') ?? [],
    storage: { getItem: (key) => localStorage.getItem(key), setItem: (key, value) => localStorage.setItem(key, value) },
    now: Date.now,
    subtle: globalThis.crypto?.subtle,
    later: (work) => void setTimeout(work, keepAfterMs),
  }
}

/** The signed payload, unchanged, with key id and signature. */
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
