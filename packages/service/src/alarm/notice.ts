import { alarmClassOf, isSilence } from '@helioport/contract'
import { insertAlarmMails } from './queries/alarm-mail.ts'
import { findAlarmListeners, takeUnnoticedGroups, type UnnoticedGroup } from './queries/notice.ts'
import type { Service } from '../base/service.ts'
import { notifiesAnybody } from './list-alarms.ts'
import { notifyAlarms } from './notify-alarms.ts'

/** An alarm that was raised longer ago than this, as by late frames, is no news. */
const newsMs = 6 * 3_600_000
const perTurn = 100

/**
 * Decides once for each new group who is told: accounts that see alarms of the station and chose to be told. Alarms at
 * night or caused by dawn, dusk or weak light, and snoozed ones, notify nobody. Then tells the accounts.
 */
export async function noticeAlarms(service: Service): Promise<void> {
  await service.db.transaction(async (tx) => {
    const now = service.now()
    for (const group of await takeUnnoticedGroups(tx, now, perTurn)) {
      if (isOld(group, now) || !notifiesAnybody(group.code, group.raised_at, group)) continue
      const listeners = await findAlarmListeners(tx, group, alarmClassOf(group.code), now)
      await insertAlarmMails(tx, group.id, listeners)
    }
  })
  await notifyAlarms(service)
}

/** A silence is news whenever it is found, however long it has lasted. */
const isOld = ({ code, raised_at }: UnnoticedGroup, now: number) => !isSilence(code) && now - raised_at > newsMs
