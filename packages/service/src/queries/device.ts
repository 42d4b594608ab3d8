import type { DeviceInput } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { accessOf } from './access.ts'

export interface DeviceFilter {
  search?: string
  stationId?: string
  deviceId?: string
}

export type DeviceRow = Awaited<ReturnType<typeof findDevices>>[number]

/** Devices of the stations that the account may see at `now`, with station, rights there and newest frame. */
export async function findDevices({ kysely }: Database, accountId: string, now: number, filter: DeviceFilter) {
  const { search, stationId, deviceId } = filter
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return accessOf(kysely, accountId, now)
    .innerJoin('device', 'device.station_id', 'station_access.station_id')
    .innerJoin('station', 'station.id', 'device.station_id')
    .innerJoin('logger', 'logger.id', 'device.logger_id')
    .leftJoin('device_latest', 'device_latest.device_no', 'device.no')
    .selectAll('device')
    .select([
      'station_access.rights',
      'station.account_id',
      'station.name as station_name',
      'station.time_zone',
      'station.latitude',
      'station.longitude',
      'logger.serial as logger_serial',
      'logger.created_at as logger_created_at',
      'device_latest.ts',
      'device_latest.mode',
      'device_latest.error_word',
      'device_latest.power_w',
      'device_latest.dc_power_w',
      'device_latest.reactive_var',
      'device_latest.power_factor',
      'device_latest.frequency_hz',
      'device_latest.ac_voltage_v',
      'device_latest.ac_current_a',
      'device_latest.mppt_voltage_v',
      'device_latest.mppt_current_a',
      'device_latest.string_current_a',
      'device_latest.cabinet_c',
      'device_latest.hours_total',
      'device_latest.counter_kwh',
    ])
    .select((of) =>
      of
        .selectFrom('alarm')
        .select(sql<string[]>`coalesce(array_agg(distinct code), '{}')`.as('codes'))
        .whereRef('alarm.device_no', '=', 'device.no')
        .where('cleared_at', 'is', null)
        .as('open_alarms'),
    )
    .$if(stationId !== undefined, (query) => query.where('device.station_id', '=', stationId ?? ''))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .$if(Boolean(pattern), (query) =>
      query.where((where) =>
        where.or([
          where('device.name', 'ilike', pattern ?? ''),
          where('device.serial', 'ilike', pattern ?? ''),
          where('device.model', 'ilike', pattern ?? ''),
        ]),
      ),
    )
    .orderBy('station.sort_number')
    .orderBy(sql`lower(station.name)`)
    .orderBy('station.id')
    .orderBy('device.sort_number')
    .orderBy(sql`lower(device.name)`)
    .orderBy('device.id')
    .execute()
}

export async function insertDevice({ kysely }: Database, stationId: string, input: DeviceInput, now: number) {
  return kysely
    .insertInto('device')
    .values({
      logger_id: input.loggerId,
      station_id: stationId,
      serial: input.serial,
      name: input.name,
      model: input.model,
      rated_power_w: input.ratedPowerW,
      capacity_kwp: input.capacityKwp,
      mppt_count: input.mpptCount,
      string_count: input.stringCount,
      installed_on: input.installedOn,
      supports_reactive_power: input.supportsReactivePower,
      supports_iv_scan: input.supportsIvScan,
      sort_number: input.sortNumber,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Which of these serials exist, and whose they are: the logger that may send for them. */
export async function findDevicesBySerial({ kysely }: Database, serials: readonly string[]) {
  return kysely
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.no', 'device.serial', 'device.logger_id', 'device.rated_power_w', 'station.account_id'])
    .where('device.serial', '=', sql<string>`any(${serials})`)
    .execute()
}
