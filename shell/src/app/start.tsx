import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createRemoteHost,
  developedIndex,
  enforceScriptPolicy,
  goLive,
  readReleaseIndex,
} from '@helioport/federation/host'
import { setUpI18n } from '@helioport/i18n'
import { followOtherTabs, preferencesStore, sessionStore } from '@helioport/session'
import { isUnanswered, watchConnection } from '../connection/connection.ts'
import { followSessionHints } from '../connection/session-hints.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { addShellMessages } from '../messages/shell-messages.ts'
import { IndexFault, Portal, Providers } from './portal.tsx'
import { showWithoutTexts } from './without-texts.ts'

/** With the mark "signed in", asks the service in parallel who it is; nothing waits for the answer. */
function askSession(connection: ConnectionWatch): void {
  const { state, refresh } = sessionStore.getState()
  if (state !== 'unknown') return
  refresh().catch((error: unknown) => connection.report(!isUnanswered(error)))
}

function fetchTexts(): Promise<unknown> {
  const shared = setUpI18n(preferencesStore.getState().locale)
  return Promise.all([shared, addShellMessages()])
}

/** Delay in ms of what may load after the first page. */
const liveAfterMs = 3_500

/** Starts the portal in `root`. */
export async function startPortal(root: HTMLElement): Promise<void> {
  enforceScriptPolicy()
  const connection = watchConnection()
  followOtherTabs()
  askSession(connection)

  const texts = fetchTexts()
  const read = await readReleaseIndex()
  const host = read.ok ? createRemoteHost(read.index, await developedIndex()) : null
  try {
    await texts
  } catch {
    showWithoutTexts(root)
    return
  }
  createRoot(root).render(
    <StrictMode>
      <Providers>
        {host ? (
          <Portal source={host} connection={connection} />
        ) : (
          <IndexFault isExpired={!read.ok && read.fault === 'expired'} />
        )}
      </Providers>
    </StrictMode>,
  )
  if (host) goLive(host, liveAfterMs, followSessionHints)
}
