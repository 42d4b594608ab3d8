const key = 'return-path'

/** Keeps the page that was asked for in this tab while its person is at the company's sign-in. */
export function keepReturnPath(path: string | null): void {
  if (path === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, path)
}

/** What was kept; it is forgotten by the next sign-in. */
export const keptReturnPath = (): string | null => sessionStorage.getItem(key)
