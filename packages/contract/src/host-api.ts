/**
 * Version of the API that the shell offers to remotes: module shape, shared modules, routes as data. A remote states
 * the range that it needs in `remote.json`.
 */
export const hostApiVersion = '1.0.0'

/** Whether `version` satisfies `range` (form ^1.2.3): same major version, not lower. */
export function satisfiesHostApi(range: string, version: string = hostApiVersion): boolean {
  const numbers = (text: string) => /^\^?(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number)
  const [wanted, offered] = [numbers(range), numbers(version)]
  if (wanted === undefined || offered === undefined || wanted[0] !== offered[0]) return false
  const [, minor = 0, patch = 0] = wanted
  const [, offeredMinor = 0, offeredPatch = 0] = offered
  return offeredMinor > minor || (offeredMinor === minor && offeredPatch >= patch)
}
