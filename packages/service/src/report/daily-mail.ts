import type { Transaction } from '../database/session.ts'
import { type DailyMail, dailyMails, type MailLocale, paths, type Station } from '@helioport/contract'
import { compose } from '../message/compose.ts'
import { findAccount, setNotifications } from '../account/queries/account.ts'
import { insertLink, takeLink } from '../account/queries/code.ts'
import { findDueDailyMails, takeDay } from './queries/daily-mail.ts'
import type { Service } from '../base/service.ts'
import { addresseeOf } from '../account/mail-request.ts'
import { linkTo, queueMail } from '../message/outbox.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { listStations } from '../station/list-stations.ts'
import { countAttempt } from '../account/throttle.ts'

/** Hour of the account's day from which on each mail is sent: before work, and after the sun has set. */
const hours: Record<DailyMail, number> = { service: 7, report: 21 }
const linkMs = 60 * 24 * 3_600_000

/** Queues every daily mail that is due; each at most once per account and local day, whatever runs twice. */
export async function sendDailyMails(service: Service): Promise<void> {
  for (const kind of dailyMails) {
    for (const { account, day } of await findDueDailyMails(service.db.read, kind, hours[kind], service.now())) {
      const stations = await listStations(service, account.id, {})
      await service.db.transaction(async (tx) => {
        if (!(await takeDay(tx, account.id, kind, day))) return
        const unsubscribeUrl = await makeUnsubscribeUrl(service, tx, account.id, kind)
        const lines = linesOf[kind](stations, account.mail_locale)
        await queueMail(service, tx, kind, addresseeOf(account), { day, lines, unsubscribeUrl })
      })
    }
  }
}

async function makeUnsubscribeUrl(
  service: Service,
  tx: Transaction,
  accountId: string,
  kind: DailyMail,
): Promise<string> {
  const token = newSecret()
  const now = service.now()
  await insertLink(tx, {
    tokenHash: hashSecret(token),
    accountId,
    purpose: kind,
    now,
    expiresAt: now + linkMs,
  })
  return linkTo(service, paths.unsubscribe(token))
}

/** Stops the mail whose link it is, signed in or not. @throws Problem link.invalid, request.tooMany */
export async function unsubscribe(service: Service, ip: string, token: string): Promise<{ kind: DailyMail }> {
  await countAttempt(service, 'address', 'link', ip)
  return service.db.transaction(async (tx) => {
    const link = await takeLink(tx, hashSecret(token), dailyMails, service.now())
    const kind = dailyMails.find((each) => each === link?.purpose)
    if (!link || !kind) throw new Problem('link.invalid')
    await setNotifications(tx, (await findAccount(tx, link.account_id)).id, { [kind]: false })
    return { kind }
  })
}

const linesOf: Record<DailyMail, (stations: readonly Station[], locale: MailLocale) => string> = {
  service: (stations, locale) =>
    joined(stations, locale, (station) => {
      const { normal, abnormal, standby, offline } = station.deviceCounts
      const online = normal + abnormal + standby
      return compose('serviceLine', locale, {
        station: station.name,
        online: String(online),
        devices: String(online + offline),
        alarms: station.openAlarms ? part('serviceAlarms', locale, { count: String(station.openAlarms) }) : '',
      }).text
    }),
  report: (stations, locale) =>
    joined(stations, locale, (station) => {
      const income = station.incomeToday
      return compose('reportLine', locale, {
        station: station.name,
        today: energy(station.energyTodayKwh, locale),
        yesterday: energy(station.energyYesterdayKwh, locale),
        income:
          income === null ? '' : part('reportIncome', locale, { income: money(income, station.currency, locale) }),
      }).text
    }),
}

function joined(stations: readonly Station[], locale: MailLocale, line: (station: Station) => string): string {
  return stations.length === 0 ? part('noStations', locale, {}) : stations.map(line).join('\n')
}

const part = (
  kind: 'serviceAlarms' | 'reportIncome' | 'noStations',
  locale: MailLocale,
  values: Record<string, string>,
) => compose(kind, locale, values).text

/** kWh with one digit; a dash where nothing was measured. */
function energy(kwh: number | null, locale: MailLocale): string {
  return kwh === null ? '–' : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(kwh)
}

const money = (amount: number, currency: string, locale: MailLocale) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
