import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { runningShell } from './attribution.ts'

/** Forms keep what was typed into them when they hear it: a page is about to be left by no wish of a person. */
export function sayLeaving(): void {
  window.dispatchEvent(new Event('helioport:leaving'))
}

const storageKey = 'helioport.left-shell'
/** A cache on the way may still have the page of the revoked shell: it is asked for anew no sooner than this, in ms. */
const againMs = 60_000

/** Loads the page anew where the shell that runs in it was revoked. */
export function leaveRevokedShell({ revoked = [] }: ReleaseIndexPayload): void {
  const release = runningShell()
  if (release === undefined || !revoked.includes(`shell/${release}`)) return
  try {
    const [left, at] = (sessionStorage.getItem(storageKey) ?? '').split(' ')
    if (left === release && Date.now() - Number(at) < againMs) return
    sessionStorage.setItem(storageKey, `${release} ${Date.now()}`)
  } catch {
    // Without a memory it might go round and round.
    return
  }
  sayLeaving()
  window.location.reload()
}
