import { isReleasableName } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import { type Live, othersThan } from './live.ts'
import { type Violation, violation } from './violation.ts'

/** Whether a path (`/setting/basic`) is of a route (`/setting/:tabKey`). */
export function isOf(route: string, path: string): boolean {
  const [pattern, parts] = [route.split('/'), path.split('/')]
  return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(':') || part === parts[i])
}

const covers = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`)

/** The remote's data in itself, and against the prefixes of the others. */
export function manifestViolations(release: Release, live: Live): Violation[] {
  const { name, manifest } = release
  if (manifest === undefined) return [violation('manifest', 'remote.json is missing')]
  const found: Violation[] = []
  const note = (code: Violation['code'], message: string) => void found.push(violation(code, message))
  if (manifest.name !== name) note('manifest', `remote.json is of ${manifest.name}`)
  if (!isReleasableName(name)) note('manifest', `${name} is no name for a remote`)
  for (const { path, page, redirect } of manifest.routes) {
    if ((page === undefined) === (redirect === undefined))
      note('route', `route ${path} has not exactly one of page, redirect`)
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
