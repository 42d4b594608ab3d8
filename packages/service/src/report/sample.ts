import {
  type MailSample,
  type MailSampleState,
  mailSamples,
  paths,
  type SentSample,
  sentSamples,
  shareOfferDays,
} from '@helioport/contract'
import { dayAt } from '@helioport/time/node'
import { findAccount } from '../account/queries/account.ts'
import { securityEventMail, securityMail } from '../account/security.ts'
import { alarmMail, digestMail, maxSingles } from '../alarm/alarm-mail.ts'
import { findAlarms } from '../alarm/queries/alarm.ts'
import type { AlarmRow } from '../alarm/queries/alarm-row.ts'
import type { AlarmFilter } from '../alarm/queries/alarm-filter.ts'
import { findWeakString, type WeakString } from '../alarm/weak-string.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { composeMail } from '../message/compose.ts'
import { pageOf } from '../message/letter.ts'
import { linkTo } from '../message/outbox.ts'
import type { MailContent } from '../message/template/content.ts'
import { reportMail } from './report-mail.ts'
import { serviceMail } from './service-mail.ts'

type Account = Awaited<ReturnType<typeof findAccount>>
type Caller = Parameters<typeof securityMail>[3]

/** Plants in the preview of a report, which takes some 30 statements per plant; the mail itself has all. */
const shownPlants = 1

/** Which newest alarms each kind of alarm mail shows. */
const alarmsOf: Partial<Record<MailSample, { filter: AlarmFilter; limit: number }>> = {
  alarm: { filter: {}, limit: 1 },
  alarmOver: { filter: { state: 'closed' }, limit: 1 },
  alarmDigest: { filter: {}, limit: maxSingles },
}

export async function listSamples(service: Service, accountId: string): Promise<MailSampleState[]> {
  const states = mailSamples.map(async (kind) => ({
    kind,
    hasContent: await hasContent(service, accountId, kind),
    sendable: sentSamples.some((each) => each === kind),
  }))
  return Promise.all(states)
}

/** Whether the account has data for a mail of this kind. */
export const hasContent = async (service: Service, accountId: string, kind: MailSample): Promise<boolean> =>
  alarmsOf[kind] === undefined || (await newestAlarms(service, accountId, kind, 1)).length > 0

/** A sample mail as an HTML page. @throws Problem mail.nothingToTell */
export async function samplePage(
  service: Service,
  accountId: string,
  kind: MailSample,
  caller: Caller,
): Promise<string> {
  const account = await findAccount(service.db.read, accountId)
  return pageOf(service, accountId, await sampleOf(service, account, kind, caller))
}

/** A mail of a kind as the account would get it now. @throws Problem mail.nothingToTell */
async function sampleOf(service: Service, account: Account, kind: MailSample, caller: Caller): Promise<MailContent> {
  if (isTextMail(kind)) return textSample(service, account, kind, caller)
  if (kind === 'securityChanged')
    return securityMail(service, account, { what: 'emailAdded', value: account.email ?? '' }, caller)
  if (kind === 'passwordChanged') return securityMail(service, account, { what: 'password' }, caller)
  return ownSample(service, account, kind, shownPlants)
}

/** A mail of the account's own figures or alarms. `plants`: limit of a report. @throws Problem mail.nothingToTell */
export async function ownSample(
  service: Service,
  account: Account,
  kind: SentSample,
  plants?: number,
): Promise<MailContent> {
  const day = dayAt(service.now() + account.time_zone_offset * 60_000, 'UTC')
  if (kind === 'report') return reportMail(service, account, day, plants)
  if (kind === 'service') return serviceMail(service, account, day)
  const alarms = await newestAlarms(service, account.id, kind, alarmsOf[kind]?.limit ?? 1)
  const [newest] = alarms
  if (!newest) throw new Problem('mail.nothingToTell')
  if (kind === 'alarmDigest') return digestMail(service, account, alarms)
  const weak = await findWeakString(service.db.read, newest)
  return kind === 'alarmOver'
    ? alarmMail(service, account, newest, weak)
    : openAlarmMail(service, account, newest, weak)
}

/** Mails with more than a text. */
const madeMails = [...sentSamples, 'passwordChanged', 'securityChanged'] as const satisfies readonly MailSample[]
type TextMail = Exclude<MailSample, (typeof madeMails)[number]>

const isTextMail = (kind: MailSample): kind is TextMail => !madeMails.some((each) => each === kind)

/** A plain text mail, with a sample code and links that open nothing. */
function textSample(service: Service, account: Account, kind: TextMail, caller: Caller): MailContent {
  const { user_name: userName, mail_locale: locale, email } = account
  const signInUrl = linkTo(service, paths.login())
  const values = {
    userName,
    name: userName,
    email: email ?? '',
    code: '000000',
    days: String(shareOfferDays),
    until: dayAt(service.now(), 'UTC'),
    host: new URL(service.settings.baseUrl).host,
    portalUrl: `${service.settings.baseUrl}/`,
    signInUrl,
    activationUrl: signInUrl,
    forgotUrl: linkTo(service, paths.forgotPassword()),
    registerUrl: linkTo(service, paths.register()),
    invitationUrl: linkTo(service, paths.account()),
    dataUrl: linkTo(service, paths.setting('data')),
  }
  return kind === 'apiKeyMade' || kind === 'accountDeletionAsked'
    ? securityEventMail(service, kind, account, values, caller)
    : composeMail(kind, locale, values)
}

/** The mail of an open alarm; a closed alarm is shown as it was just before its end. */
function openAlarmMail(service: Service, account: Account, alarm: AlarmRow, weak: WeakString | null): MailContent {
  const { cleared_at: end } = alarm
  if (end === null) return alarmMail(service, account, alarm, weak)
  return alarmMail({ ...service, now: () => end }, account, { ...alarm, cleared_at: null }, weak)
}

async function newestAlarms(service: Service, accountId: string, kind: MailSample, limit: number): Promise<AlarmRow[]> {
  const filter = alarmsOf[kind]?.filter ?? {}
  return (await findAlarms(service.db.read, accountId, service.now(), filter, { limit, offset: 0 })).rows
}
