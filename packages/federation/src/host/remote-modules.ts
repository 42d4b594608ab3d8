import type { IndexedRelease } from '@helioport/contract/release'
import type { Messages, RemoteModule } from '../remote/index.ts'
import { developmentOrigins } from './development.ts'
import { RemoteLoadError, type RemoteFault, faultOf } from './faults.ts'
import { recordOf } from './records.ts'
import { abandonModule, baseOf, disposeModule, loadDevelopmentModule, loadModule } from './runtime.ts'
import { forgetStyles, restoreStyles } from './styles.ts'
import type { Traces } from './traces/traces.ts'

export const keyOf = ({ name, release }: { name: string; release: string }): string => `${name}/${release}`

export async function messagesOf(module: RemoteModule, locale: string): Promise<Messages> {
  const load = module.messages[locale] ?? module.messages['en-US']
  return load === undefined ? {} : (await load()).default
}

interface Loaded {
  release: IndexedRelease
  module: RemoteModule
}

/** Pages and locales whose modules have run already. */
const ran = new WeakMap<RemoteModule, Set<string>>()
const hasRun = (loaded: Loaded | undefined, page: string, locale: string) =>
  loaded !== undefined && ran.get(loaded.module)?.has(`${page} ${locale}`) === true

/** @throws whatever the runtime throws, or RemoteLoadError */
async function contentOf(release: IndexedRelease, module: RemoteModule, page: string, locale: string) {
  const load = module.pages[page]
  if (load === undefined) throw new RemoteLoadError('page-missing', `there is no page ${page}`)
  const [content, messages] = await Promise.all([
    load(),
    messagesOf(module, locale),
    restoreStyles(release.name, release.release),
  ])
  if (typeof content.default !== 'function' && typeof content.default !== 'object') {
    throw new RemoteLoadError('shape', `the page ${page} exports no component`)
  }
  ran.set(module, (ran.get(module) ?? new Set()).add(`${page} ${locale}`))
  return { module, component: content.default, messages }
}

export type RemoteModules = ReturnType<typeof createRemoteModules>

/** The code of releases in this tab: loaded once per release, dropped after a failure or when unused. */
export function createRemoteModules(traces: Traces) {
  const modules = new Map<string, Promise<RemoteModule>>()
  const loaded = new Map<string, Loaded>()
  /** Number of abandoned attempts by release; each further attempt has its own names and URLs. */
  const attempts = new Map<string, number>()
  const origins = developmentOrigins()
  const attemptOf = (release: IndexedRelease) => attempts.get(keyOf(release)) ?? 0

  async function noteLoaded(key: string, release: IndexedRelease, loading: Promise<RemoteModule>): Promise<void> {
    const module = await loading.catch(() => undefined)
    if (module !== undefined && modules.get(key) === loading) loaded.set(key, { release, module })
  }

  function moduleOf(release: IndexedRelease): Promise<RemoteModule> {
    const key = keyOf(release)
    const known = modules.get(key)
    if (known !== undefined) return known
    const origin = origins[release.name]
    const loading =
      origin === undefined ? loadModule(release, attemptOf(release)) : loadDevelopmentModule(release.name, origin)
    modules.set(key, loading)
    void noteLoaded(key, release, loading)
    return loading
  }

  const startAnew = (release: IndexedRelease) => {
    modules.delete(keyOf(release))
    loaded.delete(keyOf(release))
    attempts.set(keyOf(release), attemptOf(release) + 1)
  }

  return {
    /** Loads a page with its texts and styles. @throws whatever the runtime throws, or RemoteLoadError */
    async page(release: IndexedRelease, page: string, locale: string) {
      const key = keyOf(release)
      // Modules that have run add nothing to the page, and the search for additions would be the slowest step here.
      const over = hasRun(loaded.get(key), page, locale) ? traces.awaited(key) : traces.loading(key)
      try {
        return { release, ...(await contentOf(release, await moduleOf(release), page, locale)) }
      } finally {
        over?.()
      }
    },

    /** Notes the failure of a release: the next attempt starts clean. */
    async giveUp(release: IndexedRelease, error: unknown): Promise<RemoteFault> {
      const attempt = attemptOf(release)
      startAnew(release)
      abandonModule(release, attempt)
      traces.left(keyOf(release))
      traces.forget(keyOf(release))
      return faultOf(error, release, baseOf(release, attempt), async (one) => (await recordOf(one))?.files)
    },

    /** Whether a remote comes from a development server, so that its code has no release. */
    isOverridden: (remote: string) => origins[remote] !== undefined,

    /** Loads an overridden remote anew after its development server has changed it in place. */
    renew(remote: string): void {
      for (const key of modules.keys())
        if (origins[remote] !== undefined && key.startsWith(`${remote}/`)) modules.delete(key)
    },

    isLoaded: (key: string) => loaded.has(key),

    /** Drops the loaded releases of a remote that are not `isWanted`. */
    dispose(remote: string, isWanted: (release: string) => boolean): void {
      for (const { release } of loaded.values()) {
        if (release.name !== remote || isWanted(release.release) || origins[remote] !== undefined) continue
        disposeModule(release, attemptOf(release))
        startAnew(release)
        forgetStyles(remote, release.release)
        traces.forget(keyOf(release))
      }
    },
  }
}
