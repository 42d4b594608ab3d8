import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { packageOf } from './libraries.ts'
import { listed, type Violation, violation } from './violation.ts'

/**
 * Libraries that exist once in a page, in the shell: a second copy does not work with the first (hooks of another
 * React, links of another router, other texts). By package name, with a text that survives minification, so that a copy
 * is found wherever its files lie. A remote may bring any other library: libraries.ts.
 */
const singletons: Readonly<Record<string, RegExp | undefined>> = {
  react: /\b__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/,
  'react-dom': /\b__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/,
  scheduler: /\bunstable_scheduleCallback\s*=/,
  'react-router': /\b__reactRouterVersion\b/,
  'react-router-dom': undefined,
  i18next: /\bcacheInBuiltFormats\b|\bloadNamespaces\s*\([^)]*\)\s*\{[^}]*\bns\.indexOf\b/,
  'react-i18next': /\breact-i18next::/,
}

/** Packages that a script was compiled from, according to its source map. */
async function packagesOf(map: string): Promise<string[]> {
  try {
    const { sources } = JSON.parse(await readFile(map, 'utf8')) as { sources: string[] }
    return sources.flatMap((source) => packageOf(source) ?? [])
  } catch {
    return []
  }
}

/** Refuses a remote that contains a copy of a library that the shell provides once for the page. */
export async function bundledViolations(layout: Layout, release: Release): Promise<Violation[]> {
  const folder = layout.release(release.name, release.release)
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'))
  const found = await Promise.all(
    scripts.map(async (file) => {
      const [packages, code] = await Promise.all([
        packagesOf(join(folder, `${file}.map`)),
        readFile(join(folder, file), 'utf8').catch(() => ''),
      ])
      return Object.entries(singletons).flatMap(([name, text]) => packages.includes(name) || text?.test(code) === true ? [name] : []) // prettier-ignore
    }),
  )
  const names = [...new Set(found.flat())].sort()
  if (names.length === 0) return []
  return [violation('share-bundled', `${release.name} brings a copy of its own of ${listed(names)}, of which a page has one`)] // prettier-ignore
}
