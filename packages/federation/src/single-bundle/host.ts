import { remotes } from 'single-bundle-remotes'
import type { RemoteHost } from '../host/remote-host.ts'
import { menuOf, routesOf } from '../host/routes.ts'
import type { Messages } from '../remote/index.ts'

export { readReleaseIndex } from '../host/release-index.ts'

/** The host of the single bundle: the same interface over modules that the bundle itself holds. */
export function createRemoteHost(): RemoteHost {
  const manifests = remotes.map(({ manifest }) => manifest)
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
    manifests,
    routes: routesOf(manifests),
    menu: menuOf(manifests),
    async loadPage(remote, page, locale) {
      const load = (await moduleOf(remote)).pages[page]
      if (load === undefined) throw new Error(`${remote} has no page ${page}`)
      const [loaded, messages] = await Promise.all([load(), messagesOf(remote, locale)])
      return { ok: true, component: loaded.default, messages, release: 'single-bundle' }
    },
    loadMessages: messagesOf,
    prefetch: () => {},
    reportRenderFault: () => {},
    onFault: () => () => {},
  }
}
