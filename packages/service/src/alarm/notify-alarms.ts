import { alarmClassOf } from '@helioport/contract'
import { minuteOfDay } from '@helioport/time/node'
import { doEach } from '../base/do-each.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { queueContent } from '../message/outbox.ts'
import { countAlarmPushes } from '../push/queries/message.ts'
import { alarmMail, digestMail, maxSingles } from './alarm-mail.ts'
import { pushAlarm, pushDigest } from './alarm-push.ts'
import {
  countAlarmMails,
  findPendingMails,
  type Listener,
  lockListener,
  noteNotified,
  type PendingMail,
} from './queries/alarm-mail.ts'
import { findAlarms } from './queries/alarm.ts'
import type { AlarmRow } from './queries/alarm-row.ts'
import { findWeakString } from './weak-string.ts'

const hourMs = 3_600_000

/**
 * Tells each account what is due, by mail and on its push devices: once when a group is raised and once when it is
 * over. Beyond ten messages in an hour the rest goes into one digest an hour; in quiet hours everything waits.
 * A queued message and the note that it was told commit together: a crash neither loses nor repeats a message.
 */
export async function notifyAlarms(service: Service): Promise<void> {
  const pending = await findPendingMails(service.db.read, service.now(), null)
  await doEach(new Set(pending.map((each) => each.account_id)), (accountId) =>
    service.db.transaction((tx) => tellAccount(service, tx, accountId)),
  )
}

async function tellAccount(service: Service, tx: Transaction, accountId: string): Promise<void> {
  const now = service.now()
  const listener = await lockListener(tx, accountId)
  if (!listener || isQuiet(listener, now)) return
  const news: { what: PendingMail; alarm: AlarmRow }[] = []
  for (const what of await findPendingMails(tx, now, accountId)) {
    const filter = { groupIds: [what.group_id] }
    const [alarm] = (await findAlarms(tx, accountId, now, filter, { limit: 1, offset: 0 })).rows
    // The account cannot see the alarm any more, or has muted or snoozed it meanwhile.
    if (!alarm || !isWanted(listener, alarm)) await noteNotified(tx, accountId, what.group_id, now, true)
    else news.push({ what, alarm })
  }
  const [mails, pushes] = [
    await countAlarmMails(tx, accountId, now - hourMs),
    await countAlarmPushes(tx, accountId, now - hourMs),
  ]
  const room = Math.max(0, maxSingles - Math.max(mails.singles, pushes.singles))
  const [own, rest] = [news.slice(0, room), news.slice(room)]
  for (const { alarm } of own) {
    const kind = alarm.cleared_at === null ? 'alarm' : 'alarmOver'
    if (listener.alarms_by_mail) {
      const mail = alarmMail(service, listener, alarm, await findWeakString(tx, alarm))
      await queueContent(service, tx, kind, listener, mail)
    }
    await pushAlarm(service, tx, listener, alarm)
  }
  const told = [...own]
  if (rest.length > 0 && mails.digest_at === null && pushes.digest_at === null) {
    const gathered = rest.map(({ alarm }) => alarm)
    const digest = digestMail(service, listener, gathered)
    if (listener.alarms_by_mail) await queueContent(service, tx, 'alarmDigest', listener, digest)
    await pushDigest(service, tx, listener, digest.subject)
    told.push(...rest)
  }
  for (const { what, alarm } of told) await noteNotified(tx, accountId, what.group_id, now, alarm.cleared_at !== null)
}

function isWanted({ mail_faults, mail_notices, muted }: Listener, alarm: AlarmRow): boolean {
  const isChosen = alarmClassOf(alarm.code) === 'fault' ? mail_faults : mail_notices
  return isChosen && alarm.snoozed_until === null && !muted.includes(alarm.station_id)
}

type Quiet = Pick<Listener, 'time_zone_offset' | 'quiet_from' | 'quiet_to' | 'quiet_zone'>

/** Whether `now` is in the quiet hours by the chosen clock; they span midnight where they end before they begin. */
export function isQuiet(quiet: Quiet, now: number): boolean {
  const { quiet_from: from, quiet_to: to } = quiet
  if (from === null || to === null) return false
  const minute =
    quiet.quiet_zone === null
      ? (((Math.floor(now / 60_000) + quiet.time_zone_offset) % 1440) + 1440) % 1440
      : minuteOfDay(now, quiet.quiet_zone)
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}
