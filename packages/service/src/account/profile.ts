import type { AlarmMails, Notifications, PageLocale, Picture, Profile, ProfileInput } from '@helioport/contract'
import { isTimeZone } from '@helioport/time/node'
import type { Transaction } from '../database/session.ts'
import { findAccount, replaceAccountPicture, setInfoItems, setNotifications, setPageLocale } from './queries/account.ts'
import { findMutedStations, setAlarmMails } from './queries/alarm-mails.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { addPicture } from '../picture/station-picture.ts'
import { deletePicture } from '../picture/queries/picture.ts'

export async function getProfile(service: Service, accountId: string): Promise<Profile> {
  const account = await findAccount(service.db.read, accountId)
  return { infoItems: account.info_items, avatarId: account.avatar_id, logoId: account.logo_id }
}

export async function saveProfile(service: Service, accountId: string, { infoItems }: ProfileInput): Promise<Profile> {
  await service.db.transaction((tx) => setInfoItems(tx, accountId, infoItems))
  return getProfile(service, accountId)
}

type Place = 'avatar' | 'logo'

/** @throws as addPicture */
export async function setAccountPicture(
  service: Service,
  accountId: string,
  place: Place,
  upload: Buffer,
): Promise<Picture> {
  return addPicture(service, accountId, upload, (tx, pictureId) => replace(tx, accountId, place, pictureId))
}

export async function clearAccountPicture(service: Service, accountId: string, place: Place): Promise<void> {
  await service.db.transaction((tx) => replace(tx, accountId, place, null))
}

async function replace(tx: Transaction, accountId: string, place: Place, pictureId: string | null): Promise<void> {
  const former = await replaceAccountPicture(tx, accountId, `${place}_id`, pictureId)
  if (former !== null) await deletePicture(tx, former)
}

export async function getNotifications(service: Service, accountId: string): Promise<Notifications> {
  const account = await findAccount(service.db.read, accountId)
  return {
    service: account.daily_service,
    report: account.daily_report,
    locale: account.mail_locale_chosen ? account.mail_locale : null,
  }
}

export async function saveNotifications(service: Service, accountId: string, chosen: Notifications) {
  await service.db.transaction((tx) => setNotifications(tx, accountId, chosen))
  return getNotifications(service, accountId)
}

/** Mails follow the language of the pages unless the account chose one. `locale` null: the page sent none. */
export async function keepPageLocale(service: Service, accountId: string, locale: PageLocale | null): Promise<void> {
  if (locale === null) return
  const account = await findAccount(service.db.read, accountId)
  if (account.mail_locale_chosen || account.mail_locale === locale) return
  await service.db.transaction((tx) => setPageLocale(tx, accountId, locale))
}

export async function getAlarmMails({ db }: Service, accountId: string): Promise<AlarmMails> {
  const [account, stationIds] = await Promise.all([
    findAccount(db.read, accountId),
    findMutedStations(db.read, accountId),
  ])
  const { alarms_by_mail: byMail, mail_faults: faults, mail_notices: notices } = account
  return { byMail, faults, notices, quiet: quietOf(account), stationIds }
}

type QuietColumns = Pick<Awaited<ReturnType<typeof findAccount>>, 'quiet_from' | 'quiet_to' | 'quiet_zone'>

function quietOf({ quiet_from: from, quiet_to: to, quiet_zone: timeZone }: QuietColumns): AlarmMails['quiet'] {
  if (from === null || to === null) return null
  return { from, to, ...(timeZone !== null && { timeZone }) }
}

/** @throws Problem request.invalid: quiet hours end at their beginning, so they are empty; unknown time zone */
export async function saveAlarmMails(service: Service, accountId: string, chosen: AlarmMails): Promise<AlarmMails> {
  if (chosen.quiet && chosen.quiet.from === chosen.quiet.to) {
    throw new Problem('request.invalid', { issues: [{ path: '/quiet/to', message: 'must differ from from' }] })
  }
  if (chosen.quiet?.timeZone !== undefined && !isTimeZone(chosen.quiet.timeZone)) {
    throw new Problem('request.invalid', { issues: [{ path: '/quiet/timeZone', message: 'is no time zone' }] })
  }
  await service.db.transaction((tx) => setAlarmMails(tx, accountId, chosen))
  return getAlarmMails(service, accountId)
}
