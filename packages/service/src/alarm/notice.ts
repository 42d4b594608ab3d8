import { isSilence } from '@helioport/contract'
import { findAlarmListeners, takeUnnoticedGroups, type UnnoticedGroup } from './queries/notice.ts'
import type { Service } from '../base/service.ts'
import { alarmNameOf, doesPage } from './list-alarms.ts'
import { queueMail } from '../message/outbox.ts'

/** What a logger sends late is no news. */
const newsMs = 6 * 3_600_000
const perTurn = 100

/**
 * Tells everybody who sees alarms of the station of each new group, once, in the transaction that marks it as told.
 * Nobody is called at night or for what dawn, dusk and weak light raise by themselves, and nobody who snoozed it.
 */
export async function noticeAlarms(service: Service): Promise<void> {
  await service.db.transaction(async (tx) => {
    const now = service.now()
    for (const group of await takeUnnoticedGroups(tx, now, perTurn)) {
      if (isOld(group, now) || !doesPage(group.code, group.raised_at, group)) continue
      for (const { id, email, user_name: userName, mail_locale: locale } of await findAlarmListeners(tx, group, now)) {
        await queueMail(service, tx, 'alarm', { id, email, userName, locale }, valuesOf(group, locale))
      }
    }
  })
}

/** A silence is found when it is there, however long it has lasted. */
const isOld = ({ code, raised_at }: UnnoticedGroup, now: number) => !isSilence(code) && now - raised_at > newsMs

function valuesOf(group: UnnoticedGroup, locale: Parameters<typeof alarmNameOf>[1]): Record<string, string> {
  const raised = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: group.time_zone,
  }).format(group.raised_at)
  return {
    station: group.station_name,
    code: group.code,
    name: alarmNameOf(group.code, locale),
    devices: String(group.device_count),
    raised: `${raised} (${group.time_zone})`,
  }
}
