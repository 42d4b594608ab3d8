import { useEffect, useState } from 'react'
import { call, useSend } from '@helioport/api-client'
import { pushWorkerPath } from '@helioport/contract'

/** `off`: push can be switched on; the browser asks for permission first. */
export type PushState = 'looking' | 'unsupported' | 'denied' | 'off' | 'on'

const scope = pushWorkerPath.slice(0, pushWorkerPath.lastIndexOf('/') + 1)
const refreshes = ['GET /push-devices'] as const

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis && isSecureContext

const registrationOf = () => navigator.serviceWorker.getRegistration(scope)

async function hashOf(subscription: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The registration with an active worker: only an active one can subscribe. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(pushWorkerPath, { scope })
  const worker = registration.installing ?? registration.waiting
  if (!registration.active && worker)
    await new Promise<void>((done) =>
      worker.addEventListener('statechange', () => worker.state === 'activated' && done()),
    )
  return registration
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)

async function subscribe(): Promise<PushSubscription> {
  const { data: key } = await call('GET /push-key')
  const { pushManager } = await startWorker()
  // A subscription with the key of another or reinstalled portal receives nothing from this one.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key?.publicKey ?? '') })
}

interface Found {
  state: PushState
  /** Identifies this browser in the list. */
  hash?: string
}

async function stateNow(): Promise<Found> {
  if (!isSupported()) return { state: 'unsupported' }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const subscription = await (await registrationOf())?.pushManager.getSubscription()
  return subscription ? { state: 'on', hash: await hashOf(subscription) } : { state: 'off' }
}

/** Identifies this browser in the list; undefined: it shows no alarms. */
export const ownPushHash = async (): Promise<string | undefined> =>
  (await stateNow().catch((): Found => ({ state: 'unsupported' }))).hash

/** Whether this browser shows alarms, and functions to change it. */
export function usePush() {
  const [{ state, hash: ownHash }, setFound] = useState<Found>({ state: 'looking' })
  const add = useSend('POST /push-devices', { refreshes })

  const look = async () => setFound(await stateNow())

  useEffect(() => {
    const show = () => void stateNow().then(setFound, () => setFound({ state: 'unsupported' }))
    show()
    // A person can change it in the browser's own settings.
    const asked = navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined)
    void asked?.then((status) => status?.addEventListener('change', show))
    return () => void asked?.then((status) => status?.removeEventListener('change', show))
  }, [])

  /** Resolves to whether it is on; rejects if browser or portal refuses. */
  const switchOn = async (): Promise<boolean> => {
    if ((await Notification.requestPermission()) !== 'granted') {
      await look()
      return false
    }
    const subscription = await subscribe()
    const { endpoint, keys } = subscription.toJSON()
    try {
      await add.send({ body: { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } })
    } catch (error) {
      await subscription.unsubscribe()
      throw error
    }
    await look()
    return true
  }
  /** Unsubscribes this browser; the list is the portal's part. */
  const switchOff = async (): Promise<void> => {
    await (await (await registrationOf())?.pushManager.getSubscription())?.unsubscribe()
    await look()
  }
  return { state, ownHash, switchOn, switchOff }
}
