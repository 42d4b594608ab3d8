import {
  type MessageLoaders,
  addMessageLoaders,
  addMessages,
  forgetMessages,
  type MessageLocale,
  messageLocales,
} from '@helioport/i18n'
import type { RemoteSource } from './remote-source.ts'

/** Makes a change of the language wait for the texts of a remote. */
function followLocale(source: RemoteSource, remote: string): void {
  const loaders: MessageLoaders = Object.fromEntries(
    messageLocales.map((locale) => [
      locale,
      async () => {
        const messages = await source.loadMessages(remote, locale)
        // Staying with the previous language is better than showing message keys.
        if (Object.keys(messages).length === 0) throw new Error(`no texts of ${remote} in ${locale}`)
        return { messages }
      },
    ]),
  )
  // The texts of this locale came with the page. Texts that are missing are shown in English.
  addMessageLoaders(remote, loaders).catch(() => undefined)
}

/** Release whose texts are registered, by remote: another release needs its own. */
const textsOf = new Map<string, string>()

/** Registers the texts that came with a page. */
export function takeTexts(
  source: RemoteSource,
  remote: string,
  { release, messages }: { release: string; messages: Readonly<Record<string, string>> },
  locale: MessageLocale,
): void {
  if (textsOf.get(remote) !== release) forgetMessages(remote)
  textsOf.set(remote, release)
  addMessages(remote, locale, messages)
  followLocale(source, remote)
}
