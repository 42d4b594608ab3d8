import { alarmClassOf, directionOf, mailLocaleOf, paths } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { lengthOf, timeIn } from '../message/format.ts'
import { wordIn } from '../message/word.ts'
import { queuePush } from '../push/send.ts'
import { deviceOf, lostIn, titleOf } from './alarm-mail.ts'
import type { Listener } from './queries/alarm-mail.ts'
import type { AlarmRow } from './queries/alarm-row.ts'

type To = Pick<Listener, 'id' | 'mail_locale'>

const lookOf = ({ mail_locale: locale }: To) => ({ lang: mailLocaleOf(locale), dir: directionOf(locale) })

/** The mail in short, for a lock screen: what, where and since when. The message of the end replaces it by its tag. */
export async function pushAlarm(service: Service, tx: Transaction, to: To, alarm: AlarmRow): Promise<void> {
  const { id: accountId, mail_locale: locale } = to
  const { cleared_at: end, raised_at, time_zone, group_id: tag, station_id: stationId } = alarm
  const say = wordIn(locale)
  const at = timeIn(locale, end ?? raised_at, time_zone)
  const device = deviceOf(alarm, locale)
  const lost = [say('alarm.over.lostEnergy'), lostIn(locale, alarm)].join(': ')
  const length = [say('alarm.duration'), lengthOf(locale, (end ?? raised_at) - raised_at)].join(': ')
  await queuePush(
    service,
    tx,
    { accountId, kind: end === null ? 'alarm' : 'alarmOver', stationId },
    {
      title: say(end === null ? 'alarm.subject' : 'alarm.over.subject', titleOf(alarm, locale)),
      body: end === null ? say('digest.raised', { at, device }) : [device, length, lost].join('\n'),
      url: `/#${paths.alarm(alarm.id)}`,
      tag,
      ...lookOf(to),
      urgent: end === null && alarmClassOf(alarm.code) === 'fault',
    },
  )
}

/** One message in place of many. */
export async function pushDigest(service: Service, tx: Transaction, to: To, title: string): Promise<void> {
  await queuePush(
    service,
    tx,
    { accountId: to.id, kind: 'alarmDigest', stationId: null },
    { title, body: '', url: `/#${paths.record('alarms')}`, tag: 'alarm-digest', ...lookOf(to), urgent: false },
  )
}
