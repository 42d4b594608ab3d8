import { type Session, tokenStorageKey } from '@helioport/contract'

/** The mark "signed in" of the specification; the session itself is an HttpOnly cookie. */
export const tokenMark = {
  isSet: () => (localStorage.getItem(tokenStorageKey) ?? '') !== '',
  /** The text names the viewed account: other tabs get a storage event only when the text changes. */
  set: ({ view, userName }: Pick<Session, 'view' | 'userName'>) =>
    localStorage.setItem(tokenStorageKey, view ? `looking as ${userName}` : 'signed-in'),
  remove: () => localStorage.removeItem(tokenStorageKey),
}
