import type { HostEvents } from './host-events.ts'
import type { HostIndex } from './host-index.ts'
import type { LoadedPages } from './loaded-pages.ts'
import { keyOf } from './remote-modules.ts'
import { settleStyles } from './styles.ts'
import type { Traces } from './traces/traces.ts'

interface UseParts {
  index: HostIndex
  pages: LoadedPages
  dispose: (remote: string, isWanted: (release: string) => boolean) => void
  /** Called when the development server of a remote has changed it. */
  renew: (remote: string) => void
  events: HostEvents
  traces: Traces
}

interface Shown {
  release: string
  wanted: string
}

/** Removes what a release added to the page; its modules too, if they opened connections that are now closed. */
function createLeave({ pages, dispose, traces }: Pick<UseParts, 'pages' | 'dispose' | 'traces'>) {
  return (remote: string, release: string): void => {
    if (!traces.left(keyOf({ name: remote, release }))) return
    pages.forget(remote)
    dispose(remote, (other) => other !== release)
  }
}

function tellShown({ shown, tell }: HostEvents, key: string, about: { part: string; release: string }): void {
  if (shown.has(key)) return
  shown.set(key, about)
  tell({ kind: 'load', ...about })
}

/** Tracks which releases are on screen and which hold updates back, and cleans up after releases that leave. */
export function createUse({ index, pages: loaded, dispose, renew, events, traces }: UseParts) {
  const leave = createLeave({ pages: loaded, dispose, traces })
  /** Pages on screen, by remote. */
  const shown = new Map<string, Set<Shown>>()
  /** `<name>/<release>`, once per page that holds updates back. */
  const holds: string[] = []
  let waiting: readonly string[] = []

  const shownOf = (remote: string) => shown.get(remote) ?? new Set<Shown>()
  const isShown = (remote: string, release: string) => [...shownOf(remote)].some((page) => page.release === release)
  const isHeld = (remote: string) => holds.some((key) => key.startsWith(`${remote}/`))

  function settle(remote: string): void {
    settleStyles(remote, (release) => {
      if (isShown(remote, release)) return 'on'
      if (loaded.moduleOf(remote)?.release !== keyOf({ name: remote, release })) return 'out'
      return index.isCandidate(remote, release) ? 'off' : 'out'
    })
    dispose(remote, (release) => isShown(remote, release) || index.isCandidate(remote, release))
  }

  function updateWaiting(): void {
    const fresh = [...shown].flatMap(([remote, pages]) =>
      isHeld(remote) && [...pages].some((page) => page.wanted !== index.wantedOf(remote)) ? [remote] : [],
    )
    if (fresh.join(' ') === waiting.join(' ')) return
    waiting = fresh
    index.changed()
  }

  Reflect.set(globalThis, Symbol.for('helioport.host'), {
    renew,
    hold(release: string) {
      holds.push(release)
      updateWaiting()
      return () => {
        holds.splice(holds.indexOf(release), 1)
        updateWaiting()
      }
    },
  })

  return {
    isHeld,
    waiting: () => waiting,
    settle,
    /** Remotes with a page on screen of a revoked release. */
    revoked: () =>
      [...shown.keys()].filter((remote) => [...shownOf(remote)].some(({ release }) => index.isRevoked(`${remote}/${release}`))), // prettier-ignore
    applyStyles: (remote: string, release: string) =>
      settleStyles(remote, (other) => (other === release ? 'on' : 'as-is')),
    settleAll() {
      for (const remote of shown.keys()) settle(remote)
      updateWaiting()
    },
    show(remote: string, release: string, wanted: string): () => void {
      const page = { release, wanted }
      const key = keyOf({ name: remote, release })
      const pages = shownOf(remote)
      if (!isShown(remote, release)) traces.shown(key)
      shown.set(remote, pages.add(page))
      settle(remote)
      tellShown(events, key, { part: remote, release })
      updateWaiting()
      return () => {
        pages.delete(page)
        updateWaiting()
        // Another page of the same release may be shown in the same turn of the event loop.
        setTimeout(() => {
          if (!isShown(remote, release)) leave(remote, release)
          settle(remote)
          if (isShown(remote, release) || !events.shown.delete(key)) return
          events.tell({ kind: 'unload', part: remote, release })
        })
      }
    },
  }
}
