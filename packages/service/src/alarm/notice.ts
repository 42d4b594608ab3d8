import { alarmClassOf, isSilence } from '@helioport/contract'
import { insertAlarmMails } from './queries/alarm-mail.ts'
import { findAlarmListeners, takeUnnoticedGroups, type UnnoticedGroup } from './queries/notice.ts'
import type { Service } from '../base/service.ts'
import { doesPage } from './list-alarms.ts'
import { tellAlarms } from './tell.ts'

/** What a logger sends late is no news. */
const newsMs = 6 * 3_600_000
const perTurn = 100

/**
 * Decides of each new group, once, who is to hear of it: everybody who sees alarms of the station and chose to. Nobody is
 * called at night or for what dawn, dusk and weak light raise by themselves, and nobody who snoozed it. Then tells them.
 */
export async function noticeAlarms(service: Service): Promise<void> {
  await service.db.transaction(async (tx) => {
    const now = service.now()
    for (const group of await takeUnnoticedGroups(tx, now, perTurn)) {
      if (isOld(group, now) || !doesPage(group.code, group.raised_at, group)) continue
      const listeners = await findAlarmListeners(tx, group, alarmClassOf(group.code), now)
      await insertAlarmMails(tx, group.id, listeners)
    }
  })
  await tellAlarms(service)
}

/** A silence is found when it is there, however long it has lasted. */
const isOld = ({ code, raised_at }: UnnoticedGroup, now: number) => !isSilence(code) && now - raised_at > newsMs
