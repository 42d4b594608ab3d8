import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { developmentOrigins } from './development.ts'
import { ownRelease } from '../remote/own-release.ts'

/** Browsers with Trusted Types only. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string | null }) => unknown
}

const script = /^\/r\/([a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12})\/(?:~\d+\/)?[\w./-]+\.js$/
/** Workers of the release host: the watchdog of each page, and the service worker for push messages. */
const workers: readonly string[] = ['/releases/watchdog.js', '/releases/push/worker.js']

export interface ScriptPolicy {
  /** Permits the releases of this index too, and forbids those that it revokes. */
  take: (index: ReleaseIndexPayload) => void
  /** The address if scripts may be loaded from it; else null. */
  passed: (url: string) => string | null
}

/** Permitted script addresses: releases that a verified index named in this tab, and the running shell. */
export function createScriptPolicy(
  shell: string,
  origin: string,
  developed: () => Readonly<Record<string, string>>,
): ScriptPolicy {
  const pinned = new Set([shell])
  return {
    take({ remotes, canaries = {}, revoked = [] }) {
      const named = [...Object.values(remotes).flat(), ...Object.values(canaries).map(({ release }) => release)]
      for (const { name, release } of named) pinned.add(`${name}/${release}`)
      // A running shell that is revoked has no replacement in this page: it may still load its other files.
      for (const key of revoked) if (key !== shell) pinned.delete(key)
    },
    passed(address) {
      if (!URL.canParse(address, origin)) return null
      const url = new URL(address, origin)
      if (Object.values(developed()).includes(url.origin)) return address
      const release = script.exec(url.pathname)?.[1]
      const isPinned = workers.includes(url.pathname) || (release !== undefined && pinned.has(release))
      return url.origin === origin && isPinned ? address : null
    },
  }
}

let policy: ScriptPolicy | undefined

/**
 * The page's Trusted Types policy: checks the address of each script, whichever code loads it. It has no rules for HTML
 * and script text, so text never becomes markup or code. Call it before anything loads; later calls return the same.
 */
export function enforceScriptPolicy(): ScriptPolicy {
  if (policy !== undefined) return policy
  const made = createScriptPolicy(ownRelease, window.location.origin, developmentOrigins)
  policy = made
  const types = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  types?.createPolicy('default', { createScriptURL: (url) => made.passed(url) })
  return made
}
