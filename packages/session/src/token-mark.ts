import { type Session, tokenStorageKey } from '@helioport/contract'

/** The mark "signed in" of the specification; the session itself is an HttpOnly cookie. */
export const tokenMark = {
  isSet: () => (localStorage.getItem(tokenStorageKey) ?? '') !== '',
  /** Other tabs hear of it where its text changes. */
  set: ({ view, userName }: Pick<Session, 'view' | 'userName'>) =>
    localStorage.setItem(tokenStorageKey, view ? `looking as ${userName}` : 'signed-in'),
  remove: () => localStorage.removeItem(tokenStorageKey),
}
