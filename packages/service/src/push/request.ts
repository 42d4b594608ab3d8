import type { PushDeviceInput } from '@helioport/contract'
import webPush from 'web-push'
import type { Service } from '../base/service.ts'
import type { PushKeys } from './key.ts'

/** Notification that the service worker shows. */
export interface PushNote {
  title: string
  body: string
  /** Path within this origin, with the leading slash. */
  url: string
  /** A later note with the same tag replaces this one. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
  urgent: boolean
}

interface PushRequest {
  headers: Record<string, string>
  body: Buffer
}

/** Time to live of a message at the push service. */
export const lifeS = 24 * 3_600
const maxTitle = 150
const maxBody = 600

const toBrowser = ({ endpoint, p256dh, auth }: PushDeviceInput) => ({ endpoint, keys: { p256dh, auth } })

const cut = (text: string, length: number) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`)

/** A message to one browser: encrypted to it (RFC 8291), signed by the portal (RFC 8292). */
export function pushRequest(
  { settings }: Service,
  keys: PushKeys,
  subscription: PushDeviceInput,
  note: PushNote,
): PushRequest {
  const { urgent, ...shown } = note
  const payload = JSON.stringify({ ...shown, title: cut(note.title, maxTitle), body: cut(note.body, maxBody) })
  const { headers, body } = webPush.generateRequestDetails(toBrowser(subscription), payload, {
    vapidDetails: { subject: subjectOf(settings.baseUrl), ...keys },
    TTL: lifeS,
    urgency: urgent ? 'high' : 'normal',
    // At most 32 characters: an id without dashes. A push service drops waiting messages with the same topic.
    topic: note.tag.replaceAll('-', '').slice(0, 32),
  })
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return { headers: Object.fromEntries(texts), body }
}

/** Contact for push services: an https address or a mail address. */
const subjectOf = (baseUrl: string) =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:portal@${new URL(baseUrl).hostname}`

/** Whether messages can be encrypted to the key: not all 65 bytes are a point of the curve. */
export function isKeyOfBrowser(subscription: PushDeviceInput): boolean {
  try {
    webPush.generateRequestDetails(toBrowser(subscription), '-')
    return true
  } catch {
    return false
  }
}
