/** The video's address where it may be played: https and whole; otherwise undefined. */
export function videoSource(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' ? url : undefined
}
