import type { Result } from './envelope.ts'

/** Whose reads this browser keeps, and the reads: read before the first frame, which no other store of a browser allows. */
const ownerKey = 'kept-reads'
const prefix = `${ownerKey} `
/** A read larger than this, in characters, is not worth its place. */
const maxLength = 400_000
/** So many reads are kept; before another one all go, which the next visit brings back. */
const maxReads = 8

interface KeptRead {
  owner: string
  /** Release of the code that asked: another one may expect another shape. */
  release: string
  at: number
  result: Result<unknown>
}

export interface Kept {
  at: number
  result: Result<unknown>
}

/** `args`: as JSON. */
const keyOf = (name: string, args: string) => `${prefix}${name} ${args}`
const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** The page says when its figures arrived, by the clock alone: it may show those of this day. */
const isOfToday = (at: number) => at <= Date.now() && new Date(at).toDateString() === new Date().toDateString()

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Nothing of anybody is kept any more. */
export function forgetKeptReads(): void {
  for (const key of [...keptKeys(), ownerKey]) localStorage.removeItem(key)
}

/** Whose session it is from now on; what was kept of somebody else is forgotten. */
export function keepReadsFor(owner: string): void {
  if (stored(ownerKey) === owner) return
  forgetKeptReads()
  localStorage.setItem(ownerKey, owner)
}

/** What was last read of an endpoint with these arguments, by the same account and release, today. */
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

/** Keeps a read for the next visit, in place of the former one of this endpoint. */
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
    // There is no room, or none is given: the next visit waits for its figures.
  }
}
