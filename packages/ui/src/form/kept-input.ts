import { keptInputKey } from './kept-input-key.ts'

/** Event on `window` before the page is closed without the person's action: its release was revoked or replaced. */
const leaving = 'helioport:leaving'
/** Event on `window` when the person signs out: nothing may be kept. */
const signedOut = 'helioport:signed-out'
/** Kept input that nobody came back for is dropped after this time, ms. */
const keptMs = 30 * 60_000
/** A draft, which the person left on purpose, is offered for a day. */
const draftMs = 24 * 3_600_000

/** One form of one page. */
export interface Place {
  /** Address within the portal. */
  path: string
  /** Names of all its fields. */
  form: string
}

/** Unsent input of one form. */
export interface Kept extends Place {
  /** The changed fields, without passwords and codes. */
  values: Record<string, unknown>
  /** Epoch in ms. */
  at: number
  /** The person left the form on purpose: the input is offered, not restored unasked. */
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
    // Storage is full or blocked: the input is lost, as by a reload.
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
 * Keeps the result of `changed` when the page is closed without the person's action. With `isDraft`, also when the
 * person leaves the page. Returns the function to call when the form is unmounted.
 */
export function keepOnLeaving(
  place: Place,
  changed: () => Record<string, unknown>,
  isDraft: () => boolean,
): () => void {
  /** The input is kept already, or must not be kept. */
  let isKept = false
  const keepForced = () => {
    keep(place, changed(), false)
    isKept = true
    // Nothing is lost, so the leave warning is suppressed. The page that follows warns again.
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

/** Kept input of this form on this page. It stays until it is dropped. */
export const keptInput = (place: Place): Kept | undefined => read().find((one) => isSame(one, place))

export function dropKeptInput(place: Place): void {
  const kept = read()
  if (kept.some((one) => isSame(one, place))) write(kept.filter((one) => !isSame(one, place)))
}
