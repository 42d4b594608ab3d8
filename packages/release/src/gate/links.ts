import type { Release } from '@helioport/contract/release'
import { isOf } from './manifest.ts'
import { type Live, othersThan } from './live.ts'
import { type Violation, violation } from './violation.ts'

const serves = (release: Release | undefined, path: string) =>
  release?.manifest?.routes.some((route) => isOf(route.path, path)) === true

/** Links of other live parts to a page that this release no longer has, and the former release had. */
export function linkViolations(release: Release, former: Release | undefined, live: Live): Violation[] {
  const others = [...othersThan(live, release.name), ...(live.shell === undefined ? [] : [live.shell])]
  return others.flatMap((other) =>
    (other.uses?.links ?? [])
      .filter((path) => serves(former, path) && !serves(release, path))
      .map((path) => violation('contract-route', `${other.name} links to ${path}, a route that is gone`)),
  )
}
