import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { runningShell } from './attribution.ts'

/** Announces that the page will be left without an action of the user: forms then keep their input. */
export function sayLeaving(): void {
  window.dispatchEvent(new Event('helioport:leaving'))
}

const storageKey = 'helioport.left-shell'
/** Minimal time between reloads, ms: a cache on the way may still serve the page of the revoked shell. */
const againMs = 60_000

/** Reloads the page if its running shell was revoked. */
export function leaveRevokedShell({ revoked = [] }: ReleaseIndexPayload): void {
  const release = runningShell()
  if (release === undefined || !revoked.includes(`shell/${release}`)) return
  try {
    const [left, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    if (left === release && Date.now() - Number(at) < againMs) return
    sessionStorage.setItem(storageKey, `${release} ${Date.now()}`)
  } catch {
    // Without storage the page could reload in a loop.
    return
  }
  sayLeaving()
  window.location.reload()
}
