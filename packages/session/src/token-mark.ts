import { tokenStorageKey } from '@helioport/contract'

/** The mark "signed in" of the specification; the session itself is an HttpOnly cookie. */
export const tokenMark = {
  isSet: () => (localStorage.getItem(tokenStorageKey) ?? '') !== '',
  set: () => localStorage.setItem(tokenStorageKey, 'signed-in'),
  remove: () => localStorage.removeItem(tokenStorageKey),
}
