import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { bundledViolations } from './bundled.ts'
import { fitViolations, indexViolations } from './fit.ts'
import { identityViolations } from './identity.ts'
import { librariesByScript } from './libraries.ts'
import { linkViolations } from './links.ts'
import { type Live, liveOf } from './live.ts'
import { manifestViolations } from './manifest.ts'
import { readAskedAtStart, sizeViolations } from './size.ts'
import { sourceMapViolations } from './source-maps.ts'
import { styleViolations } from './styles.ts'
import type { Violation } from './violation.ts'
import { readPointer } from '../store/pointer.ts'
import { readRelease } from '../store/release-index.ts'

/** Violations found in the records: of the release alone, and against all live releases. */
export function recordViolations(release: Release, former: Release | undefined, live: Live): Violation[] {
  const links = linkViolations(release, former, live)
  if (release.name !== 'shell') {
    const fit = live.shell === undefined ? [] : fitViolations(release, live.shell)
    return [...manifestViolations(release, live), ...fit, ...links]
  }
  const remotes = [...live.remotes.values()].flat()
  return [...indexViolations(release), ...remotes.flatMap((remote) => fitViolations(remote, release)), ...links]
}

/** Violations found in the files. A development build is checked for identity only: its classes and sizes differ. */
async function fileViolations(layout: Layout, release: Release, development: boolean): Promise<Violation[]> {
  const identity = await identityViolations(layout, release)
  if (development) return identity
  const maps = await sourceMapViolations(layout, release)
  if (release.name === 'shell') return [...identity, ...sizeViolations(release), ...maps]
  const [asked, libraries] = [await readAskedAtStart(layout, release), await librariesByScript(layout, release)]
  const sizes = sizeViolations(release, asked, libraries)
  return [
    ...identity,
    ...(await styleViolations(layout, release)),
    ...sizes,
    ...(await bundledViolations(layout, release)),
    ...maps,
  ]
}

async function formerRecord(layout: Layout, name: string): Promise<Release | undefined> {
  const current = (await readPointer(layout, name))?.current
  return current === undefined ? undefined : readRelease(layout, name, current).catch(() => undefined)
}

/**
 * All objections to pointing browsers to releases of the store, judged against what is live now; empty if there are
 * none.
 * Only reads the store.
 */
export async function gateViolations(
  layout: Layout,
  releases: readonly Release[],
  development = false,
): Promise<(Violation & { release: Release })[]> {
  const live = await liveOf(layout, releases)
  const found = await Promise.all(
    releases.map(async (release) => {
      const former = await formerRecord(layout, release.name)
      const violations = [
        ...recordViolations(release, former, live),
        ...(await fileViolations(layout, release, development)),
      ]
      return violations.map((violation) => ({ ...violation, release }))
    }),
  )
  return found.flat()
}
