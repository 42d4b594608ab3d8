import { createStore } from 'zustand/vanilla'
import { ApiError, call, forgetKeptReads, forgetReads, keepReadsFor, onSignedOut } from '@helioport/api-client'
import { tokenStorageKey, type Session } from '@helioport/contract'
import { accessFlagsOf, type AccessFlags } from './access.ts'
import { tokenMark } from './token-mark.ts'

/** `unknown`: the mark says signed in, the service has not confirmed it yet. */
export type SessionPhase = 'unknown' | 'in' | 'out'

export interface SessionState {
  state: SessionPhase
  session: Session | undefined
  accessFlags: AccessFlags
  /** Rejects with `ApiError` (`session.wrongCredentials`, `session.codeRequired`, …); the state stays as it was. */
  signIn: (account: string, password: string, code?: string) => Promise<Session>
  /** Goes on as a sub-account or a share partner sees the portal. Rejects with ApiError; the state stays as it was. */
  lookAs: (accountId: string) => Promise<void>
  /** Back from that to the own session. */
  lookAsOneself: () => Promise<void>
  /** Ends the session here even where the service cannot be reached. */
  signOut: () => Promise<void>
  /** Asks the service who is signed in. A failure other than "nobody" keeps the state and rejects. */
  refresh: () => Promise<void>
}

/** Whoever signs in here next finds nothing that this person typed: forms that are shown keep nothing from now on. */
function forgetKeptInput(): void {
  window.dispatchEvent(new Event('helioport:signed-out'))
  sessionStorage.removeItem('helioport.kept-input')
}

/** Where the worker that shows alarms is registered: see `pushWorkerPath` of the contract. */
const pushScope = '/releases/push/'

/**
 * The next person at this browser reads no alarms of this one. What the portal still sends, the browser's push service
 * refuses from now on, and the portal forgets the device.
 */
async function stopPushes(): Promise<void> {
  // Pages without a secure context have no workers, whatever the types say.
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
    // Who looks as somebody else keeps nothing of what that account reads.
    if (session.view) forgetKeptReads()
    else keepReadsFor(session.accountId)
    set(inside(session))
  }
  /** What was read as somebody else is nothing of who it is now. */
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
        // A browser that keeps its worker to itself keeps nobody from leaving.
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
      // Another tab looks as somebody else now, or no longer: so does this one, which has the same cookie.
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
