import { createStore } from 'zustand/vanilla'
import { ApiError, call, forgetKeptReads, forgetReads, keepReadsFor, onSignedOut } from '@helioport/api-client'
import { tokenStorageKey, type Session } from '@helioport/contract'
import { accessFlagsOf, type AccessFlags } from './access.ts'
import { tokenMark } from './token-mark.ts'

/** `unknown`: the mark says signed in, but the service has not confirmed it yet. */
export type SessionPhase = 'unknown' | 'in' | 'out'

export interface SessionState {
  state: SessionPhase
  session: Session | undefined
  accessFlags: AccessFlags
  /** Rejects with `ApiError` (`session.wrongCredentials`, `session.codeRequired`, …); the state stays as it was. */
  signIn: (account: string, password: string, code?: string) => Promise<Session>
  /** Views the portal as a sub-account or a share partner does. Rejects with ApiError; the state stays as it was. */
  lookAs: (accountId: string) => Promise<void>
  /** Ends `lookAs`: back to the person's own account. */
  lookAsOneself: () => Promise<void>
  /** Ends the session in this browser, even if the service cannot be reached. */
  signOut: () => Promise<void>
  /** Asks the service who is signed in. A failure other than "nobody" keeps the state and rejects. */
  refresh: () => Promise<void>
}

/** The next person at this browser must not find typed input: displayed forms keep nothing from now on. */
function forgetKeptInput(): void {
  window.dispatchEvent(new Event('helioport:signed-out'))
  sessionStorage.removeItem('helioport.kept-input')
}

/** Scope of the worker that shows alarms: see `pushWorkerPath` of the contract. */
const pushScope = '/releases/push/'

/**
 * The next person at this browser must not read this person's alarms. After the unsubscription the browser's push
 * service refuses further messages, and the portal forgets the device.
 */
async function stopPushes(): Promise<void> {
  // Pages without a secure context have no service workers, although the types say so.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = await workers?.getRegistration(pushScope)
  for (const alarm of (await registration?.getNotifications()) ?? []) alarm.close()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const outside = { state: 'out', session: undefined, accessFlags: accessFlagsOf(undefined, false) } as const

const inside = (session: Session) => ({ state: 'in', session, accessFlags: accessFlagsOf(session, true) }) as const

export const sessionStore = createStore<SessionState>()((set) => {
  const leave = () => {
    tokenMark.remove()
    forgetReads()
    forgetKeptReads()
    set(outside)
  }
  const enter = (session: Session) => {
    tokenMark.set(session)
    // While viewing as another account, that account's reads are not kept in this browser.
    if (session.view) forgetKeptReads()
    else keepReadsFor(session.accountId)
    set(inside(session))
  }
  /** Reads of another account must not remain after the change. */
  const change = (session: Session | null | undefined) => {
    if (!session) throw new ApiError('client.badReply', 200)
    forgetReads()
    enter(session)
  }
  onSignedOut(leave)
  const marked = tokenMark.isSet()
  return {
    ...outside,
    state: marked ? 'unknown' : 'out',
    accessFlags: accessFlagsOf(undefined, marked),
    signIn: async (account, password, code) => {
      const body = { account, password, ...(code !== undefined && { code }) }
      const { data } = await call('POST /session', { body })
      if (!data) throw new ApiError('client.badReply', 200)
      forgetReads()
      enter(data)
      return data
    },
    lookAs: async (accountId) => change((await call('POST /session/view', { body: { accountId } })).data),
    lookAsOneself: async () => change((await call('DELETE /session/view')).data),
    signOut: async () => {
      try {
        // A failure to reach the worker must not prevent the sign-out.
        await Promise.all([call('DELETE /session'), stopPushes().catch(() => undefined)])
      } finally {
        forgetKeptInput()
        leave()
      }
    },
    refresh: async () => {
      try {
        const { data } = await call('GET /session')
        if (data) enter(data)
        else leave()
      } catch (error) {
        // `session.required` has already been handled by the listener above.
        if (!(error instanceof ApiError && error.code === 'session.required')) throw error
      }
    },
  }
})

/** Follows sign-ins and sign-outs of other tabs. Returns the function that ends it. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== tokenStorageKey && event.key !== null) return
    if (!tokenMark.isSet()) {
      forgetReads()
      forgetKeptReads()
      sessionStore.setState(outside)
    } else if (sessionStore.getState().state === 'out') {
      sessionStore.setState({ state: 'unknown', accessFlags: accessFlagsOf(undefined, true) })
    } else if (event.oldValue !== event.newValue) {
      // Another tab has started or ended a view as another account. It applies to this tab as well, which has the same
      // cookie.
      forgetReads()
      sessionStore
        .getState()
        .refresh()
        .catch(() => undefined)
    }
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
