import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { developmentOrigins } from './development.ts'
import { ownRelease } from '../remote/own-release.ts'

/** Of a browser that knows Trusted Types. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string | null }) => unknown
}

const script = /^\/r\/([a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12})\/(?:~\d+\/)?[\w./-]+\.js$/
/** The workers of the release host: one beside each page, one that shows what is pushed. */
const workers: readonly string[] = ['/releases/watchdog.js', '/releases/push/worker.js']

export interface ScriptPolicy {
  /** The releases of this index may be loaded as well; those that it revokes no more. */
  take: (index: ReleaseIndexPayload) => void
  /** The address, where a script may be loaded from it; else null. */
  passed: (url: string) => string | null
}

/** Which addresses scripts may come from: releases that a verified index has named in this tab, and the shell itself. */
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
      // The shell that runs may be revoked, and there is no other: it goes on with the rest of itself.
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
 * The one policy of the page for Trusted Types: every address of a script, whoever asks for it, goes through it. Text
 * never becomes markup or code: there is no rule for them. Called before anything is loaded; later calls give the same.
 */
export function enforceScriptPolicy(): ScriptPolicy {
  if (policy !== undefined) return policy
  const made = createScriptPolicy(ownRelease, window.location.origin, developmentOrigins)
  policy = made
  const types = Reflect.get(globalThis, 'trustedTypes') as TrustedTypes | undefined
  types?.createPolicy('default', { createScriptURL: (url) => made.passed(url) })
  return made
}
