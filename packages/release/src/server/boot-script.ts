/// <reference lib="dom" />
import { createHash } from 'node:crypto'
import { preloadFilesOf, tokenStorageKey } from '@helioport/contract'

/**
 * Runs in the head of the page, before any other script: adds preload links for what the current path needs, so that
 * the browser fetches it in one wave with the shell. Hints only: whatever goes wrong here goes unnoticed.
 */
function addPreloadLinks(filesOf: typeof preloadFilesOf, tokenKey: string): void {
  const signed = JSON.parse(document.getElementById('release-index')?.textContent ?? '') as { payload: string }
  let locale = 'zh-CN'
  let signedIn = false
  try {
    signedIn = (localStorage.getItem(tokenKey) ?? '') !== ''
    const kept = JSON.parse(localStorage.getItem('preferences') ?? '{}') as { state?: { locale?: string } }
    locale = kept.state?.locale ?? locale
  } catch {
    // Storage is blocked or garbled: the defaults hold.
  }
  for (const { href, integrity } of filesOf(JSON.parse(signed.payload), location.hash.slice(1), locale, signedIn)) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.integrity = integrity
    link.href = href
    document.head.append(link)
  }
}

/** Text of the one inline script, the same for all pages. */
export const bootScript = `try{(${String(addPreloadLinks)})(${String(preloadFilesOf)},${JSON.stringify(tokenStorageKey)})}catch{}`

/** Its hash for the content security policy. */
export const bootScriptHash = `sha256-${createHash('sha256').update(bootScript).digest('base64')}`
