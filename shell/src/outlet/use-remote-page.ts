import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { currentLocale, messageLocaleOf } from '@helioport/i18n'
import type { RemotePageResult } from '@helioport/federation/host'
import { useRemoteSource } from './remote-source.ts'
import { takeTexts } from './remote-texts.ts'

export interface RemotePage {
  /** Undefined: still loading. */
  result: RemotePageResult | undefined
  /** After a crash, if another release can be shown. */
  reload: () => void
  /** Loads the page again at the person's request. */
  retry: () => void
}

/**
 * A remote's page with its texts in the current locale. The index determines the release when the page is entered, at
 * each navigation within it and when the person applies an update. Failures are returned as results, never thrown.
 */
export function useRemotePage(remote: string, page: string): RemotePage {
  const source = useRemoteSource()
  const { pathname } = useLocation()
  const turn = useSyncExternalStore(source.subscribe, () => source.turn(remote))
  const key = `${remote} ${page}`
  const [latest, setLatest] = useState<{ key: string; result: RemotePageResult | undefined }>()
  const asked = useRef(0)
  const taken = useRef<{ key: string; turn: number; pathname: string }>(undefined)

  const load = useCallback(
    async (retry: boolean) => {
      asked.current += 1
      const mine = asked.current
      const locale = messageLocaleOf(currentLocale())
      const result = await source.loadPage(remote, page, locale, { retry })
      if (result.ok) takeTexts(source, remote, result, locale)
      if (mine !== asked.current) return
      setLatest({ key, result: result.ok ? result : (source.knownPage(remote, page) ?? result) })
    },
    [source, remote, page, key],
  )

  useEffect(() => {
    const isEntered = taken.current?.key !== key || taken.current.turn !== turn
    taken.current = { key, turn, pathname }
    if (isEntered || !source.isHeld(remote)) void load(false)
  }, [load, source, remote, key, turn, pathname])

  useEffect(
    () => () => {
      asked.current += 1
    },
    [],
  )

  const anew = useCallback(
    (retry: boolean) => {
      setLatest({ key, result: undefined })
      void load(retry)
    },
    [key, load],
  )
  const reload = useCallback(() => anew(false), [anew])
  const retry = useCallback(() => anew(true), [anew])
  const result = latest?.key === key ? latest.result : source.knownPage(remote, page)
  // A revoked page disappears from the screen before its replacement is ready.
  const isRevoked = result?.ok === true && source.isRevoked(remote, result.release)
  return { result: isRevoked ? undefined : result, reload, retry }
}
