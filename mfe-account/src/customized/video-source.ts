import { accountRules, apiBasePath } from '@helioport/contract'

const taken = new RegExp(accountRules.videoUrl.pattern)

/** URL of a playable video: a complete https address, or a file of this portal; otherwise undefined. */
export function videoSource(address: string): URL | undefined {
  if (!taken.test(address)) return undefined
  if (address.startsWith(`${apiBasePath}/`)) return new URL(address, location.href)
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' ? url : undefined
}
