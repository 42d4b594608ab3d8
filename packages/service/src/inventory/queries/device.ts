import type { DeviceChange, DeviceInput } from '@helioport/contract'
import { type NotNull, sql } from 'kysely'
import { accessOf, type Reader } from '../../access/queries/access.ts'
import { instant } from '../../database/instant.ts'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

export interface DeviceFilter {
  search?: string
  stationId?: string
  deviceId?: string
  stationIds?: readonly string[]
  deviceIds?: readonly string[]
  /** Epoch ms: includes devices that were removed after this time. */
  removedAfter?: number
}

export type DeviceRow = Awaited<ReturnType<typeof findDevices>>[number]

/** Devices of the stations that the account may see at `now`, with station, rights there and newest frame. */
export async function findDevices(db: Session, reader: Reader, now: number, filter: DeviceFilter) {
  const { search, stationId, deviceId, stationIds, deviceIds, removedAfter } = filter
  const pattern = search && likeOf(search)
  return accessOf(db, reader, now)
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
      'station.currency',
      'station.latitude',
      'station.longitude',
      'logger.serial as logger_serial',
      'logger.created_at as logger_created_at',
      'device_latest.ts',
      'device_latest.interval_s',
      'device_latest.lag_s',
      'device_latest.mode',
      'device_latest.error_word',
      'device_latest.sub_state',
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
    .where((where) =>
      where.or([
        where('device.removed_at', 'is', null),
        ...(removedAfter === undefined ? [] : [where('device.removed_at', '>', instant(removedAfter))]),
      ]),
    )
    .$if(stationId !== undefined, (query) => query.where('device.station_id', '=', stationId ?? ''))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .$if(stationIds !== undefined, (query) =>
      query.where('station_access.station_id', '=', sql<string>`any(${stationIds}::uuid[])`),
    )
    .$if(deviceIds !== undefined, (query) => query.where('device.id', '=', sql<string>`any(${deviceIds}::uuid[])`))
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
    .$narrowType<{ station_id: NotNull }>()
    .execute()
}

/**
 * Newest counter of all devices that these stations have or had: a removed device's energy stays in the lifetime sum.
 */
export async function findCounters(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('device')
    .leftJoin('device_latest', 'device_latest.device_no', 'device.no')
    .select(['device.no', 'device.station_id', 'device_latest.ts', 'device_latest.counter_kwh'])
    .where('device.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .execute()
}

export async function insertDevice(
  tx: Transaction,
  place: { accountId: string; stationId: string | null },
  input: DeviceInput,
  now: number,
) {
  return builder(tx)
    .insertInto('device')
    .values({
      logger_id: input.loggerId,
      account_id: place.accountId,
      station_id: place.stationId,
      serial: input.serial,
      name: input.name,
      model: input.model,
      rated_power_w: input.ratedPowerW,
      apparent_va: input.apparentVA ?? null,
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

/** Devices of the account without a station, by name, with the age of their data. */
export async function findUnassigned(db: Session, accountId: string, deviceId?: string) {
  return builder(db)
    .selectFrom('device')
    .innerJoin('logger', 'logger.id', 'device.logger_id')
    .leftJoin('device_latest', 'device_latest.device_no', 'device.no')
    .selectAll('device')
    .select(['logger.serial as logger_serial', 'device_latest.ts', 'device_latest.interval_s'])
    .where('device.account_id', '=', accountId)
    .where('device.station_id', 'is', null)
    .where('device.removed_at', 'is', null)
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .orderBy('device.sort_number')
    .orderBy(sql`lower(device.name)`)
    .orderBy('device.id')
    .execute()
}

export async function updateDevice(tx: Transaction, deviceId: string, change: DeviceChange): Promise<void> {
  await builder(tx)
    .updateTable('device')
    .set({
      name: change.name,
      model: change.model,
      rated_power_w: change.ratedPowerW,
      ...(change.apparentVA !== undefined && { apparent_va: change.apparentVA }),
      capacity_kwp: change.capacityKwp,
      mppt_count: change.mpptCount,
      string_count: change.stringCount,
      installed_on: change.installedOn,
      supports_reactive_power: change.supportsReactivePower,
      supports_iv_scan: change.supportsIvScan,
      sort_number: change.sortNumber,
    })
    .where('id', '=', deviceId)
    .execute()
}
