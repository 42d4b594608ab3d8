import { remotes } from 'single-bundle-remotes'
import type { LoadedRemotePage } from '../host/loaded-pages.ts'
import type { WhenSettled } from '../host/index.ts'
import type { RemoteHost } from '../host/remote-host.ts'
import type { SharedEvents } from '../host/shared-events.ts'
import type { Messages } from '../remote/index.ts'

export { developedIndex } from '../host/development.ts'
export { readReleaseIndex } from '../host/release-index.ts'
export { enforceScriptPolicy } from '../host/script-policy.ts'
export { isOnPurpose } from '../remote/on-purpose.ts'

/** The bundle has no releases to follow; only the events for data are started. */
export function goLive(_host: unknown, whenSettled: WhenSettled, onEvents: (events: SharedEvents) => void): void {
  const start = async () => {
    const { sharedEventsOfPage } = await import('../host/shared-events.ts')
    const events = sharedEventsOfPage()
    onEvents(events)
    events.pageChanged()
  }
  whenSettled(() => void start())
}

/** The bundle contains one copy of each module, so there is nothing to share. */
export const provideShares = (): void => undefined

/** The host of the single bundle: the same interface for modules inside the bundle. */
export function createRemoteHost(): Omit<RemoteHost, 'events' | 'index' | 'setIndex' | 'reportStrain' | 'bucket'> {
  const manifests = remotes.map(({ manifest }) => manifest)
  const known = new Map<string, LoadedRemotePage>()
  const none: readonly string[] = []
  const moduleOf = async (remote: string) => {
    const found = remotes.find(({ manifest }) => manifest.name === remote)
    if (found === undefined) throw new Error(`the bundle holds no ${remote}`)
    return (await found.load()).default
  }
  const messagesOf = async (remote: string, locale: string): Promise<Messages> => {
    const { messages } = await moduleOf(remote)
    const load = messages[locale] ?? messages['en-US']
    return load === undefined ? {} : (await load()).default
  }
  return {
    subscribe: () => () => {},
    manifests: () => manifests,
    async loadPage(remote, page, locale) {
      const load = (await moduleOf(remote)).pages[page]
      if (load === undefined) throw new Error(`${remote} has no page ${page}`)
      const [{ default: component }, messages] = await Promise.all([load(), messagesOf(remote, locale)])
      const loaded: LoadedRemotePage = { ok: true, component, messages, release: 'bundle', wanted: 'bundle' }
      known.set(`${remote} ${page}`, loaded)
      return loaded
    },
    knownPage: (remote, page) => known.get(`${remote} ${page}`),
    loadMessages: messagesOf,
    prefetch: () => {},
    applyStyles: () => {},
    show: () => () => {},
    isHeld: () => false,
    isRevoked: () => false,
    waiting: () => none,
    takeUpdate: () => {},
    turn: () => 0,
    reportCrash: () => 'stay',
  }
}
