import { type Alarm, type AlarmClass, alarmClassOf, type AlarmCode, alarmCodes } from '@helioport/contract'
import { findAlarms } from '../queries/alarm.ts'
import type { Service } from '../service.ts'
import { iso } from './calendar.ts'
import { type PageQuery, windowOf } from './page.ts'

export interface AlarmListFilter extends PageQuery {
  state?: 'open' | 'closed'
  class?: AlarmClass
  code?: AlarmCode
  stationId?: string
  deviceId?: string
}

/** One page of alarm episodes, newest first. */
export async function listAlarms(service: Service, accountId: string, filter: AlarmListFilter) {
  const { class: alarmClass, code, state, stationId, deviceId } = filter
  const codes =
    alarmClass === undefined && code === undefined
      ? undefined
      : alarmCodes.filter(
          (known) => (code === undefined || known === code) && (!alarmClass || alarmClassOf(known) === alarmClass),
        )
  const { rows, total } = await findAlarms(
    service.db,
    accountId,
    service.now(),
    {
      ...(state && { state }),
      ...(codes && { codes }),
      ...(stationId !== undefined && { stationId }),
      ...(deviceId !== undefined && { deviceId }),
    },
    windowOf(filter),
  )
  const data = rows.map((row): Alarm => ({
    id: row.id,
    code: row.code,
    class: alarmClassOf(row.code),
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceSerial: row.device_serial,
    memberId: row.account_id,
    stationId: row.station_id,
    stationName: row.station_name,
    timeZone: row.time_zone,
    raisedAt: iso(row.raised_at),
    clearedAt: row.cleared_at === null ? null : iso(row.cleared_at),
  }))
  return { data, total }
}
