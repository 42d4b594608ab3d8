import { dirname } from 'node:path/posix'
import { isReleasableName, paths } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import { unreadable } from '../store/readable.ts'
import { type Live, othersThan } from './live.ts'
import { type Violation, violation } from './violation.ts'

/** Whether a route (`/setting/:tabKey`) matches a path (`/setting/basic`). */
export function isOf(route: string, path: string): boolean {
  const [pattern, parts] = [route.split('/'), path.split('/')]
  return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
}

/** Compares whole segments, ignoring case as the router does. */
function covers(prefix: string, path: string): boolean {
  const [of, whole] = [prefix.toLowerCase(), path.toLowerCase()]
  return whole === of || whole.startsWith(`${of}/`)
}

/**
 * Names and slashes only: a parameter, an empty segment or an empty prefix would also match addresses of other parts.
 */
const isPlainPrefix = (prefix: string) => /^(?:\/[A-Za-z0-9_-]+)+$/.test(prefix)
/** Prefix of the shell's own pages: sign-in and the pages around it. */
const ofShell = dirname(paths.login())
/** Every page of the portal carries this data of each remote. */
const maxBytes = 16_384

/** Objections to what the index and everybody's menu would contain. */
function shownViolations(manifest: RemoteManifest): string[] {
  const found: string[] = []
  const bytes = Buffer.byteLength(JSON.stringify(manifest))
  if (bytes > maxBytes) found.push(`remote.json has ${bytes} bytes, ${maxBytes} are allowed`)
  const titles = [manifest, ...manifest.routes, ...manifest.menu].flatMap(({ title = {} }) => Object.values(title))
  if ([manifest.owner, ...titles].some((text) => unreadable.test(text)))
    found.push('titles or owner hold characters that nobody sees')
  return found
}

/** Prefixes that a remote may not take. */
function prefixViolations(manifest: RemoteManifest): Violation[] {
  return manifest.prefixes.flatMap((prefix) => {
    if (!isPlainPrefix(prefix))
      return [violation('manifest', `prefix "${prefix}" is not made of names: /notes, /notes/old`)]
    return covers(ofShell, prefix) ? [violation('prefix-taken', `prefix ${prefix} meets ${ofShell} of shell`)] : []
  })
}

/** Checks the remote's data by itself, and against the prefixes of the other parts. */
export function manifestViolations(release: Release, live: Live): Violation[] {
  const { name, manifest } = release
  if (manifest === undefined) return [violation('manifest', 'remote.json is missing')]
  const found: Violation[] = []
  const note = (code: Violation['code'], message: string) => void found.push(violation(code, message))
  if (manifest.name !== name) note('manifest', `remote.json is of ${manifest.name}`)
  if (!isReleasableName(name)) note('manifest', `${name} is no name for a remote`)
  for (const message of shownViolations(manifest)) note('manifest', message)
  found.push(...prefixViolations(manifest))
  for (const { path, page, redirect } of manifest.routes) {
    if ((page === undefined) === (redirect === undefined))
      note('route', `route ${path} has not exactly one of page, redirect`)
    if (path.includes('//')) note('route', `route ${path} has an empty segment`)
    if (!manifest.prefixes.some((prefix) => covers(prefix, path)))
      note('route', `route ${path} lies outside the prefixes ${manifest.prefixes.join(', ')}`)
    if (redirect !== undefined && !manifest.routes.some((route) => isOf(route.path, redirect)))
      note('route', `route ${path} leads to ${redirect}, which is none of the routes`)
  }
  for (const { path } of manifest.menu) {
    if (!manifest.routes.some((route) => route.path === path)) note('route', `menu entry ${path} is none of the routes`)
  }
  for (const other of othersThan(live, name)) {
    for (const prefix of manifest.prefixes) {
      const taken = other.manifest?.prefixes.find((one) => covers(one, prefix) || covers(prefix, one))
      if (taken !== undefined) note('prefix-taken', `prefix ${prefix} meets ${taken} of ${other.name}`)
    }
  }
  for (const locale of ['en-US', 'zh-CN', 'zh-TW']) {
    if (release.preload.locales[locale] === undefined) note('messages-missing', `there are no messages in ${locale}`)
  }
  return found
}
