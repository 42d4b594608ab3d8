import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readPointers } from '../store/pointer.ts'
import { readRelease } from '../store/release-index.ts'

/** The releases that browsers are given, current ones and canaries, as their records. */
export interface Live {
  shell: Release | undefined
  /** Remotes, by name: current release first, then its canary. */
  remotes: ReadonlyMap<string, readonly Release[]>
}

/**
 * The live releases of a store; `instead`: releases that would replace the current ones of their parts. A release whose
 * record cannot be read is skipped.
 */
export async function liveOf(layout: Layout, instead: readonly Release[] = []): Promise<Live> {
  const taken = new Map(instead.map((release) => [release.name, release]))
  const remotes = new Map<string, readonly Release[]>()
  let shell = taken.get('shell')
  for (const { name, current, canary } of await readPointers(layout)) {
    const named = [current, canary?.release].filter((release) => release !== undefined)
    const read = named.map((release) => readRelease(layout, name, release).catch(() => undefined))
    const [first, ...rest] = await Promise.all(read)
    if (name === 'shell') shell ??= first
    else
      remotes.set(
        name,
        [taken.get(name) ?? first, ...rest].filter((release) => release !== undefined),
      )
  }
  for (const [name, release] of taken) if (name !== 'shell' && !remotes.has(name)) remotes.set(name, [release])
  return { shell, remotes }
}

/** The releases of all remotes but one. */
export const othersThan = (live: Live, name: string): Release[] =>
  [...live.remotes].flatMap(([other, releases]) => (other === name ? [] : [...releases]))
