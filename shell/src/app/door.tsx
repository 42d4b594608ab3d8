import { type ComponentType, type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { useTitle } from '@helioport/i18n'
import { Button, Notice } from '@helioport/ui'
import { ConnectionContext } from '../connection/connection.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { BrokenPortal } from '../errors/error-page.tsx'
import { FirstVisit } from '../language/first-visit.tsx'
import { useShellText } from '../messages/shell-messages.ts'
import type { SignInPageProps } from '../sign-in/sign-in-page.tsx'
import { isDoorOpen } from './door-address.ts'

interface DoorProps {
  /** The sign-in page: its code is separate, because most visits never show it. */
  Page: ComponentType<SignInPageProps>
  /** Fetches the code behind the sign-in page. */
  load: () => Promise<{ openPortal: (connection: ConnectionWatch) => Promise<ReactElement> }>
  connection: ConnectionWatch
}

/** Delay in ms after which the portal loads even if nothing was typed. */
const settledMs = 3_500

/** The page's guard of the shell; see `shell-guard.ts` of the release host. */
const guardOf = () =>
  Reflect.get(globalThis, Symbol.for('helioport.shell-guard')) as
    | { tell: () => Promise<void>; next?: () => void }
    | undefined

const isUntouched = () => [...document.querySelectorAll('input')].every(({ value }) => value === '')

/**
 * The rest of the shell failed to load: reports it to the release host. If nothing was typed yet, loads the next shell.
 */
async function passOn(): Promise<void> {
  const guard = guardOf()
  // If the host cannot be reached, it would not serve another page either.
  await guard?.tell()
  if (isUntouched()) guard?.next?.()
}

/** Loads what follows the sign-in page: ahead of time, and only once. */
function useBehind({ load, connection }: Omit<DoorProps, 'Page'>) {
  const asked = useRef<Promise<ReactElement>>(undefined)
  const [behind, setBehind] = useState<ReactElement>()
  const [isLost, setLost] = useState(false)
  const prepare = useCallback(() => {
    const asking = asked.current ?? load().then(({ openPortal }) => openPortal(connection))
    asked.current = asking
    return asking
  }, [load, connection])
  const enter = useCallback(() => void prepare().then(setBehind, () => setBehind(<BrokenPortal />)), [prepare])
  const lookAhead = useCallback(() => {
    const forget = () => (asked.current = undefined)
    // After two failures, the next attempt is made when the person leaves the sign-in page.
    prepare()
      .catch(() => (forget(), prepare()))
      .then(
        () => setLost(false),
        () => (forget(), setLost(true), void passOn().catch(() => undefined)),
      )
  }, [prepare])
  return { behind, enter, lookAhead, isLost }
}

/** The sign-in page without the rest of the portal, which replaces it when the person goes on. */
export function Door({ Page, load, connection }: DoorProps) {
  const { behind, enter, lookAhead, isLost } = useBehind({ load, connection })
  const leave = useCallback(
    (path: string) => {
      history.replaceState(history.state, '', `#${path}`)
      enter()
    },
    [enter],
  )
  useEffect(() => {
    const timer = setTimeout(lookAhead, settledMs)
    const follow = () => isDoorOpen() || enter()
    window.addEventListener('hashchange', follow)
    window.addEventListener('input', lookAhead, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('hashchange', follow)
      window.removeEventListener('input', lookAhead)
    }
  }, [enter, lookAhead])
  if (behind) return behind
  return (
    <ConnectionContext value={connection}>
      <DoorTitle />
      <Page search={location.hash.split('?')[1] ?? ''} onLeave={leave} notice={isLost && <RestIsMissing />} />
      <FirstVisit />
    </ConnectionContext>
  )
}

function RestIsMissing() {
  const text = useShellText()
  const reload = guardOf()?.next ?? (() => location.reload())
  return (
    <Notice tone="bad" action={<Button onClick={reload}>{text('error.reload')}</Button>}>
      {text('signIn.restMissing')}
    </Notice>
  )
}

function DoorTitle() {
  const text = useShellText()
  useTitle(text('signIn.title'))
  return null
}
