import { isReleasableName, remoteNames, satisfiesHostApi } from '@helioport/contract'
import type { Release, ReleaseIndexPayload } from '@helioport/contract/release'

/** An entry carries the federation runtime's glue and nothing else; bytes after brotli. */
const maxEntryBytes = 16_384

/** Whether a path (`/setting/basic`) is of a route (`/setting/:tabKey`). */
function isOf(route: string, path: string): boolean {
  const [pattern, parts] = [route.split('/'), path.split('/')]
  return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
}

const covers = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

function manifestViolations(release: Release, index: ReleaseIndexPayload | undefined): string[] {
  const { manifest } = release
  if (manifest === undefined) return ['remote.json is missing']
  const found: string[] = []
  if (manifest.name !== release.name) found.push(`remote.json is of ${manifest.name}`)
  for (const { path, page, redirect } of manifest.routes) {
    if ((page === undefined) === (redirect === undefined))
      found.push(`route ${path} has not exactly one of page, redirect`)
    if (!manifest.prefixes.some((prefix) => covers(prefix, path))) found.push(`route ${path} lies outside the prefixes`)
    if (redirect !== undefined && !manifest.routes.some((route) => isOf(route.path, redirect))) {
      found.push(`route ${path} leads to ${redirect}, which is none of the routes`)
    }
  }
  for (const { path } of manifest.menu) {
    if (!manifest.routes.some((route) => route.path === path)) found.push(`menu entry ${path} is none of the routes`)
  }
  for (const [name, [other]] of Object.entries(index?.remotes ?? {})) {
    if (name === release.name) continue
    for (const prefix of manifest.prefixes) {
      const taken = other?.manifest?.prefixes.find((one) => covers(one, prefix) || covers(prefix, one))
      if (taken !== undefined) found.push(`prefix ${prefix} meets ${taken} of ${name}`)
    }
  }
  return found
}

function shellViolations(release: Release, shell: Release): string[] {
  const found: string[] = []
  const range = release.manifest?.hostApi ?? ''
  if (!satisfiesHostApi(range, shell.hostApi ?? '0.0.0'))
    found.push(`host API ${range} is wanted, the shell has ${shell.hostApi}`)
  for (const name of new Set(Object.values(release.preload.shares).flat())) {
    if (shell.shares?.[name] === undefined) found.push(`the shell provides no ${name}`)
  }
  return found
}

/**
 * What speaks against pointing browsers to a release; empty if nothing does. `shell`: the one that will be in use.
 * The bytes of a development build are not limited.
 */
export function gateViolations(
  release: Release,
  index: ReleaseIndexPayload | undefined,
  shell: Release | undefined,
  development: boolean,
): string[] {
  if (release.name === 'shell') return release.shares === undefined ? ['the shell names no shared modules'] : []
  const found = manifestViolations(release, index)
  if (!isReleasableName(release.name)) found.push(`${release.name} is none of ${remoteNames.join(', ')}`)
  for (const locale of ['en-US', 'zh-CN', 'zh-TW']) {
    if (release.preload.locales[locale] === undefined) found.push(`there are no messages in ${locale}`)
  }
  const entryBytes = release.files[release.entry]?.brotliBytes ?? Infinity
  if (entryBytes > maxEntryBytes && !development)
    found.push(`the entry has ${entryBytes} bytes after brotli, ${maxEntryBytes} are allowed`)
  if (shell !== undefined) found.push(...shellViolations(release, shell))
  return found
}
