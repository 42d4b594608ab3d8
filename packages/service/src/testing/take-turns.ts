/**
 * Balances requests as the release host does: in turn, and a request without an answer is retried at the next instance,
 * since ingest is idempotent and reads change nothing.
 */
export function takeTurns(urls: readonly string[]) {
  const away = new Set<string>()
  let turn = 0
  return async <T extends { status: number }>(ask: (url: string) => Promise<T>): Promise<number> => {
    for (;;) {
      const left = urls.filter((url) => !away.has(url))
      const url = left[(turn += 1) % left.length]
      if (url === undefined) return 0
      try {
        return (await ask(url)).status
      } catch {
        away.add(url)
      }
    }
  }
}
