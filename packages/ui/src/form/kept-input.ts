import { keptInputKey } from './kept-input-key.ts'

/** Said on `window` before a page is left by no wish of a person: its release was revoked, or is exchanged. */
const leaving = 'helioport:leaving'
/** What nobody came back for is dropped after this long, in ms. */
const keptMs = 30 * 60_000

/** What was typed into one form of one page and not sent. */
interface Kept {
  /** Address within the portal. */
  path: string
  /** Names of all its fields. */
  form: string
  /** Those that were changed; no passwords and codes. */
  values: Record<string, unknown>
  /** Epoch in ms. */
  at: number
}

const pathNow = () => window.location.hash.replace(/\?.*/, '')
const isSecret = (name: string) =>
  document.querySelector(`input[type="password"][name="${CSS.escape(name)}"]`) !== null || /password|code/i.test(name)

function read(): Kept[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(keptInputKey) ?? '[]') as Kept[]
    return found.filter(({ at }) => Math.abs(Date.now() - at) < keptMs)
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

const isSame = (one: Kept, form: string) => one.path === pathNow() && one.form === form

/** Keeps what `changed` says at the time when the page has to go. `form`: names of the fields. Returns how to stop. */
export function keepOnLeaving(form: string, changed: () => Record<string, unknown>): () => void {
  const keep = () => {
    const values = Object.fromEntries(Object.entries(changed()).filter(([name]) => !isSecret(name)))
    write([...read().filter((one) => !isSame(one, form)), { path: pathNow(), form, values, at: Date.now() }])
    // Nothing is lost: nobody is asked. A page that comes in its place warns again.
    const pass = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('beforeunload', pass, { capture: true })
    setTimeout(() => window.removeEventListener('beforeunload', pass, { capture: true }), 5_000)
  }
  window.addEventListener(leaving, keep)
  return () => window.removeEventListener(leaving, keep)
}

/** What was kept of the same form of this page; it stays until it is dropped. */
export const keptInput = (form: string): Record<string, unknown> | undefined =>
  read().find((one) => isSame(one, form))?.values

export function dropKeptInput(form: string): void {
  const kept = read()
  if (kept.some((one) => isSame(one, form))) write(kept.filter((one) => !isSame(one, form)))
}
