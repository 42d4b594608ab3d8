/// <reference lib="dom" />
import { createHash } from 'node:crypto'
import {
  cohortStorageKey,
  pageOfPath,
  type PageHints,
  preloadFilesOf,
  type ReleaseHints,
  tokenStorageKey,
} from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'

/**
 * Runs in the head of the page, before any other script: adds preload links for what the current path needs, so that
 * the browser fetches it in one wave with the shell. Hints only: whatever goes wrong here goes unnoticed.
 */
function addPreloadLinks(
  pageOf: typeof pageOfPath,
  filesOf: typeof preloadFilesOf,
  tokenKey: string,
  cohortKey: string,
): void {
  const inlined = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '') as unknown
  const index = JSON.parse((inlined('release-index') as { payload: string }).payload) as ReleaseIndexPayload
  const hints = inlined('release-hints') as PageHints
  let locale = 'zh-CN'
  let signedIn = false
  try {
    signedIn = (localStorage.getItem(tokenKey) ?? '') !== ''
    const kept = JSON.parse(localStorage.getItem('preferences') ?? '{}') as { state?: { locale?: string } }
    locale = kept.state?.locale ?? locale
    const bucket = Number.parseInt(localStorage.getItem(cohortKey) ?? '', 10)
    for (const [name, { release, percent }] of Object.entries(index.canaries ?? {})) {
      const manifest = release.manifest ?? index.remotes[name]?.[0]?.manifest
      if (bucket < percent) index.remotes[name] = [manifest === undefined ? release : { ...release, manifest }]
    }
  } catch {
    // Storage is blocked or garbled: the defaults hold.
  }
  const add = (remote?: ReleaseHints, page?: string) => {
    for (const { href, integrity } of filesOf(hints.shell, locale, remote, page)) {
      if (document.querySelector(`link[href="${href}"]`) !== null) continue
      const link = document.createElement('link')
      link.rel = 'preload'
      link.as = href.endsWith('.css') ? 'style' : 'script'
      link.crossOrigin = 'anonymous'
      link.integrity = integrity
      link.href = href
      document.head.append(link)
    }
  }
  const place = pageOf(index, location.hash.slice(1), signedIn)
  const key = `${place?.release.name}/${place?.release.release}`
  add(hints.remotes[key], place?.page)
  if (place === undefined || hints.remotes[key] !== undefined) return
  fetch(`/r/${key}/release.json`, { integrity: place.release.record })
    .then(async (reply) => add((await reply.json()) as ReleaseHints, place.page))
    .catch(() => undefined)
}

const given = [String(pageOfPath), String(preloadFilesOf), JSON.stringify(tokenStorageKey), JSON.stringify(cohortStorageKey)] // prettier-ignore

/** Text of the one inline script, the same for all pages. */
export const bootScript = `try{(${String(addPreloadLinks)})(${given.join()})}catch{}`

/** Its hash for the content security policy. */
export const bootScriptHash = `sha256-${createHash('sha256').update(bootScript).digest('base64')}`
