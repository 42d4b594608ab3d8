import type { Result } from './envelope.ts'

/**
 * Key of the owner of the kept reads, and prefix of the reads. In local storage, because reads are needed before the
 * first frame, and no other store of a browser is synchronous.
 */
const ownerKey = 'kept-reads'
const prefix = `${ownerKey} `
/** Longer reads, in characters, are not kept. */
const maxLength = 400_000
/** Most reads to keep. When they are reached, all are deleted; the next visit fetches them again. */
const maxReads = 8

interface KeptRead {
  owner: string
  /** Release of the code that made the request: another release may expect another shape. */
  release: string
  at: number
  result: Result<unknown>
}

export interface Kept {
  at: number
  result: Result<unknown>
}

/** `args`: a JSON text. */
const keyOf = (name: string, args: string) => `${prefix}${name} ${args}`
const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Only reads of today are used: the page shows the time of day of its figures, but no date. */
const isOfToday = (at: number) => at <= Date.now() && new Date(at).toDateString() === new Date().toDateString()

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Deletes all kept reads and their owner. */
export function forgetKeptReads(): void {
  for (const key of [...keptKeys(), ownerKey]) localStorage.removeItem(key)
}

/** Sets the account whose reads are kept; reads of another account are deleted. */
export function keepReadsFor(owner: string): void {
  if (stored(ownerKey) === owner) return
  forgetKeptReads()
  localStorage.setItem(ownerKey, owner)
}

/** The last read of an endpoint with these arguments, by the same account and release, of today. */
export function keptRead(name: string, args: string, release: string): Kept | undefined {
  const text = stored(keyOf(name, args))
  if (text === null) return undefined
  try {
    const kept = JSON.parse(text) as KeptRead
    const isSame = kept.owner === stored(ownerKey) && kept.release === release
    return isSame && isOfToday(kept.at) ? { at: kept.at, result: kept.result } : undefined
  } catch {
    return undefined
  }
}

/** Keeps a read for the next visit; it replaces the previous one of this endpoint. */
export function keepRead(name: string, args: string, release: string, { at, result }: Kept): void {
  const owner = stored(ownerKey)
  if (owner === null) return
  const key = keyOf(name, args)
  const text = JSON.stringify({ owner, release, at, result } satisfies KeptRead)
  try {
    localStorage.removeItem(key)
    if (keptKeys().length >= maxReads) keptKeys().forEach((other) => localStorage.removeItem(other))
    if (text.length <= maxLength) localStorage.setItem(key, text)
  } catch {
    // The storage is full or blocked: the next visit waits for its data.
  }
}
