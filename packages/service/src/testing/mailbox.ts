import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCourier } from '../message/courier.ts'
import { answerMailRequests } from '../account/mail-request.ts'
import { mailShares } from '../station/share/share-mail.ts'
import { deliverMessages } from '../message/outbox.ts'
import type { Courier, Service, Settings } from '../base/service.ts'

export interface ReceivedMessage {
  to: string
  subject: string
  text: string
}

/** A test's own outbox, which the service fills. */
export interface Mailbox {
  courier: Courier
  folder: string
  /** Received mails, oldest first; without `to`, all of them. */
  mails: (to?: string) => ReceivedMessage[]
  shortMessages: () => ReceivedMessage[]
  /** Whole messages with their headers. */
  raw: () => string[]
  remove: () => void
}

/** Shared by all test files of a process: a test that changes a setting must take a copy. */
export const testSettings: Settings = Object.freeze({
  baseUrl: 'https://portal.example',
  key: Buffer.alloc(32, 7),
  // Otherwise orders for one inverter of a small plant would be held as large.
  largeOrderShare: 1,
})

export function openMailbox(): Mailbox {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-outbox-'))
  const read = (channel: string, ending: string) => {
    const place = join(folder, channel)
    const files = readdirSync(folder).includes(channel) ? readdirSync(place) : []
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => ({ at: statSync(join(place, file)).mtimeMs, content: readFileSync(join(place, file), 'utf8') }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ content }) => content)
  }
  const parse = (content: string): ReceivedMessage => {
    const [head = '', ...text] = content.split('\n\n')
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
    return { to: field('To'), subject: field('Subject'), text: text.join('\n\n').trim() }
  }
  return {
    folder,
    courier: openCourier({ smtpUrl: undefined, mailFrom: undefined, smsUrl: undefined }, folder),
    mails: (to) =>
      read('mail', '.txt')
        .map(parse)
        .filter((mail) => to === undefined || mail.to === to),
    shortMessages: () => read('sms', '.txt').map(parse),
    raw: () => read('mail', '.eml'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs the jobs that answer mail requests and deliver messages. */
export async function deliverAll(service: Service): Promise<void> {
  await answerMailRequests(service)
  await mailShares(service)
  await deliverMessages(service)
}
