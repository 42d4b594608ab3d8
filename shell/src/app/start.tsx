import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { enforceScriptPolicy } from '@helioport/federation/host'
import { setUpI18n } from '@helioport/i18n'
import { followOtherTabs, preferencesStore, sessionStore } from '@helioport/session'
import { isUnanswered, watchConnection } from '../connection/connection.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { addShellMessages } from '../messages/shell-messages.ts'
import { Door } from './door.tsx'
import { enterDoor } from './door-address.ts'
import { Providers } from './providers.tsx'
import './early-form.css'
import { removeEarlyForm } from './take-early-form.ts'
import { showWithoutTexts } from './without-texts.ts'

/**
 * If the browser is marked as signed in, asks the service for the session, in parallel: nothing waits for the answer.
 */
function askSession(connection: ConnectionWatch): void {
  const { state, refresh } = sessionStore.getState()
  if (state !== 'unknown') return
  refresh().catch((error: unknown) => connection.report(!isUnanswered(error)))
}

function fetchTexts(): Promise<unknown> {
  const shared = setUpI18n(preferencesStore.getState().locale)
  return Promise.all([shared, addShellMessages()])
}

const loadPortal = () => import(/* webpackChunkName: "portal" */ './open-portal.tsx')
const loadSignInPage = () => import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-page.tsx')

/**
 * Starts the portal in `root`. A visitor who is not signed in and opens the sign-in page gets only that page: the rest
 * loads when the page has settled or something is typed.
 */
export async function startPortal(root: HTMLElement): Promise<void> {
  enforceScriptPolicy()
  const connection = watchConnection()
  followOtherTabs()
  askSession(connection)

  const texts = fetchTexts()
  const isAtDoor = sessionStore.getState().state === 'out' && enterDoor()
  const door = isAtDoor ? loadSignInPage() : undefined
  const portal = isAtDoor ? undefined : loadPortal().then(({ openPortal }) => openPortal(connection))
  if (!isAtDoor) removeEarlyForm()
  let signIn: Awaited<typeof door>
  try {
    ;[signIn] = await Promise.all([door, texts])
  } catch {
    removeEarlyForm()
    showWithoutTexts(root)
    return
  }
  const element = signIn ? <Door Page={signIn.SignInPage} load={loadPortal} connection={connection} /> : await portal
  createRoot(root).render(
    <StrictMode>
      <Providers>{element}</Providers>
    </StrictMode>,
  )
}
