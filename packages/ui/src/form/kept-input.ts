import { keptInputKey } from './kept-input-key.ts'

/** Said on `window` before a page is left by no wish of a person: its release was revoked, or is exchanged. */
const leaving = 'helioport:leaving'
/** Said on `window` when a person signs out, who wants nothing kept. */
const signedOut = 'helioport:signed-out'
/** What nobody came back for is dropped after this long, in ms. */
const keptMs = 30 * 60_000
/** A draft, which its person left on purpose, is offered for a day. */
const draftMs = 24 * 3_600_000

/** One form of one page. */
export interface Place {
  /** Address within the portal. */
  path: string
  /** Names of all its fields. */
  form: string
}

/** What was typed into one form and not sent. */
export interface Kept extends Place {
  /** Those that were changed; no passwords and codes. */
  values: Record<string, unknown>
  /** Epoch in ms. */
  at: number
  /** The person left it: it is offered, not brought back unasked. */
  isDraft?: boolean
}

const pathNow = () => window.location.hash.replace(/\?.*/, '')
const isSecret = (name: string) =>
  document.querySelector(`input[type="password"][name="${CSS.escape(name)}"]`) !== null || /password|code/i.test(name)

export const placeOf = (form: string): Place => ({ path: pathNow(), form })

function read(): Kept[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(keptInputKey) ?? '[]') as Kept[]
    return found.filter(({ at, isDraft }) => Math.abs(Date.now() - at) < (isDraft ? draftMs : keptMs))
  } catch {
    return []
  }
}

function write(kept: readonly Kept[]): void {
  try {
    sessionStorage.setItem(keptInputKey, JSON.stringify(kept))
  } catch {
    // Full or blocked: what was typed is lost, as it is by a reload.
  }
}

const isSame = (one: Kept, { path, form }: Place) => one.path === path && one.form === form

function keep(place: Place, changed: Record<string, unknown>, isDraft: boolean): void {
  const values = Object.fromEntries(Object.entries(changed).filter(([name]) => !isSecret(name)))
  if (Object.keys(values).length === 0) return
  const one = { ...place, values, at: Date.now(), ...(isDraft && { isDraft }) }
  write([...read().filter((other) => !isSame(other, place)), one])
}

/**
 * Keeps what `changed` says at the time when the page has to go; `isDraft`: also when its person leaves it all the same.
 * Returns what to do when the form goes.
 */
export function keepOnLeaving(
  place: Place,
  changed: () => Record<string, unknown>,
  isDraft: () => boolean,
): () => void {
  /** Kept already, or not to be kept. */
  let isKept = false
  const keepForced = () => {
    keep(place, changed(), false)
    isKept = true
    // Nothing is lost: nobody is asked. A page that comes in its place warns again.
    const pass = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('beforeunload', pass, { capture: true })
    setTimeout(() => window.removeEventListener('beforeunload', pass, { capture: true }), 5_000)
  }
  const keepDraft = () => {
    if (!isKept && isDraft()) keep(place, changed(), true)
  }
  const forget = () => {
    isKept = true
  }
  window.addEventListener(leaving, keepForced)
  window.addEventListener(signedOut, forget)
  window.addEventListener('pagehide', keepDraft)
  return () => {
    window.removeEventListener(leaving, keepForced)
    window.removeEventListener(signedOut, forget)
    window.removeEventListener('pagehide', keepDraft)
    keepDraft()
  }
}

/** What was kept of the same form of this page; it stays until it is dropped. */
export const keptInput = (place: Place): Kept | undefined => read().find((one) => isSame(one, place))

export function dropKeptInput(place: Place): void {
  const kept = read()
  if (kept.some((one) => isSame(one, place))) write(kept.filter((one) => !isSame(one, place)))
}
