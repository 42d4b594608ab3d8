const key = 'return-path'

/** Keeps the requested page in this tab while the person signs in at the company. */
export function keepReturnPath(path: string | null): void {
  if (path === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, path)
}

/** The kept page; the next sign-in overwrites it. */
export const keptReturnPath = (): string | null => sessionStorage.getItem(key)
