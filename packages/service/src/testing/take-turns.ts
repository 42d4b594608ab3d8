/**
 * As the release host passes requests on: in turn, and what gets no answer is asked of the next one, since frames are taken
 * once and reads change nothing.
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
