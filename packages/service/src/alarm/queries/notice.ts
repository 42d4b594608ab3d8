import type { AlarmClass, AlarmCode } from '@helioport/contract'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface UnnoticedGroup {
  id: string
  station_id: string
  code: AlarmCode
  station_name: string
  time_zone: string
  latitude: number
  longitude: number
  raised_at: number
  device_count: number
  /** Its devices, for snoozes of single devices. */
  device_ids: string[]
}

/** Takes groups that are not decided yet: each goes to one caller alone, once that caller's transaction commits. */
export async function takeUnnoticedGroups(tx: Transaction, now: number, limit: number): Promise<UnnoticedGroup[]> {
  const taken = await builder(tx)
    .updateTable('alarm_group')
    .set({ noticed_at: new Date(now) })
    .where('id', 'in', (where) =>
      where
        .selectFrom('alarm_group')
        .select('id')
        .where('noticed_at', 'is', null)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  return builder(tx)
    .selectFrom('alarm_group')
    .innerJoin('station', 'station.id', 'alarm_group.station_id')
    .innerJoin('alarm', 'alarm.group_id', 'alarm_group.id')
    .innerJoin('device', 'device.no', 'alarm.device_no')
    .where(
      'alarm_group.id',
      'in',
      taken.map(({ id }) => id),
    )
    .select(['alarm_group.id', 'alarm_group.station_id', 'alarm_group.code', 'station.name as station_name'])
    .select(['station.time_zone', 'station.latitude', 'station.longitude'])
    .select((of) => [
      of.fn.min<number>('alarm.raised_at').as('raised_at'),
      of.fn.count<number>('alarm.device_no').distinct().as('device_count'),
      of.fn.agg<string[]>('array_agg', ['device.id']).as('device_ids'),
    ])
    .groupBy(['alarm_group.id', 'station.id'])
    .execute()
}

const choiceOf = { fault: 'account.mail_faults', notice: 'account.mail_notices' } as const

/** Ids of accounts that see alarms of the station, want mails of this class from it, and have not snoozed this one. */
export async function findAlarmListeners(
  db: Session,
  group: UnnoticedGroup,
  alarmClass: AlarmClass,
  now: number,
): Promise<string[]> {
  const rows = await builder(db)
    .selectFrom('station_access')
    .innerJoin('account', 'account.id', 'station_access.account_id')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .select(['account.id'])
    .distinct()
    .where('station_access.station_id', '=', group.station_id)
    .where(choiceOf[alarmClass], '=', true)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('muted_station')
            .select('muted_station.station_id')
            .whereRef('muted_station.account_id', '=', 'account.id')
            .where('muted_station.station_id', '=', group.station_id),
        ),
      ),
    )
    .where((where) => where('station_access.rights', '@>', where.val(['alarms' as const])))
    .where((where) =>
      where.or([where('station_access.ends_at', 'is', null), where('station_access.ends_at', '>', instant(now))]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('alarm_snooze')
            .select('alarm_snooze.id')
            .whereRef('alarm_snooze.account_id', '=', 'account.id')
            .where('alarm_snooze.station_id', '=', group.station_id)
            .where('alarm_snooze.code', '=', group.code)
            .where('until', '>', instant(now))
            .where((own) => own.or([own('device_id', 'is', null), own('device_id', 'in', group.device_ids)])),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
