import type { PushDeviceInput } from '@helioport/contract'
import webPush from 'web-push'
import type { Service } from '../base/service.ts'
import type { PushKeys } from './key.ts'

/** What the worker in the browser shows. */
export interface PushNote {
  title: string
  body: string
  /** Of this origin, from its slash on. */
  url: string
  /** What comes later under the same tag takes its place. */
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
  urgent: boolean
}

interface PushRequest {
  headers: Record<string, string>
  body: Buffer
}

/** What is not delivered within a day is no news. */
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
    // At most 32 letters: an id without its dashes. A push service drops what waits under the same topic.
    topic: note.tag.replaceAll('-', '').slice(0, 32),
  })
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return { headers: Object.fromEntries(texts), body }
}

/** Push services want an https address or a mailbox to turn to. */
const subjectOf = (baseUrl: string) =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:portal@${new URL(baseUrl).hostname}`

/** Whether something can be encrypted to it: not every 65 bytes are a point of the curve. */
export function isKeyOfBrowser(subscription: PushDeviceInput): boolean {
  try {
    webPush.generateRequestDetails(toBrowser(subscription), '-')
    return true
  } catch {
    return false
  }
}
