import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type MessageLoaders,
  addMessageLoaders,
  addMessages,
  currentLocale,
  messageLocaleOf,
  messageLocales,
} from '@helioport/i18n'
import type { LoadedRemotePage, RemotePageResult } from '@helioport/federation/host'
import { type RemoteSource, useRemoteSource } from './remote-source.ts'

/** Pages that were shown before, by source: going back to one shows no skeleton. */
const shown = new WeakMap<RemoteSource, Map<string, LoadedRemotePage>>()

function shownBy(source: RemoteSource): Map<string, LoadedRemotePage> {
  const known = shown.get(source) ?? new Map<string, LoadedRemotePage>()
  shown.set(source, known)
  return known
}

/** From now on a change of the language waits for this remote's texts too. */
function followLocale(source: RemoteSource, remote: string): void {
  const loaders: MessageLoaders = Object.fromEntries(
    messageLocales.map((locale) => [
      locale,
      async () => {
        const messages = await source.loadMessages(remote, locale)
        // Keys instead of words would be worse than the former language.
        if (Object.keys(messages).length === 0) throw new Error(`no texts of ${remote} in ${locale}`)
        return { messages }
      },
    ]),
  )
  // The texts of this locale have come with the page; what else is missing is read in English.
  addMessageLoaders(remote, loaders).catch(() => undefined)
}

export interface RemotePage {
  /** Undefined: still on its way. */
  result: RemotePageResult | undefined
  retry: () => void
}

/** A remote's page with its texts in the current locale. A failure is a result; nothing is thrown. */
export function useRemotePage(remote: string, page: string): RemotePage {
  const source = useRemoteSource()
  const key = `${remote} ${page}`
  const [latest, setLatest] = useState<{ key: string; result: RemotePageResult | undefined }>()
  const turn = useRef(0)

  const load = useCallback(
    async (retry: boolean) => {
      turn.current += 1
      const mine = turn.current
      const locale = messageLocaleOf(currentLocale())
      const result = await source.loadPage(remote, page, locale, { retry })
      if (result.ok) {
        addMessages(remote, locale, result.messages)
        followLocale(source, remote)
        shownBy(source).set(key, result)
      }
      if (mine === turn.current) setLatest({ key, result: result.ok ? result : (shownBy(source).get(key) ?? result) })
    },
    [source, remote, page, key],
  )

  useEffect(() => {
    void load(false)
    return () => {
      turn.current += 1
    }
  }, [load])

  const retry = useCallback(() => {
    shownBy(source).delete(key)
    setLatest({ key, result: undefined })
    void load(true)
  }, [source, key, load])

  return { result: latest?.key === key ? latest.result : shownBy(source).get(key), retry }
}
