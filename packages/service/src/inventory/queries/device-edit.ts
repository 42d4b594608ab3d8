import type { ReplacementInput } from '@helioport/contract'
import { query, type Transaction } from '../../database/session.ts'

export interface HeldDevice {
  no: number
  serial: string
  model: string
  station_id: string | null
  logger_id: string
  serial_since: number | null
  installed_on: string
  capacity_kwp: number
  /** Newest frame; epoch ms. */
  ts: number | null
}

/** The rows of these devices, locked until the transaction ends, in the order of their numbers. */
export async function holdDevices(tx: Transaction, deviceIds: readonly string[]): Promise<HeldDevice[]> {
  const { rows } = await query<HeldDevice>(
    tx,
    `select no, serial, model, station_id, logger_id, serial_since, installed_on, capacity_kwp,
       (select ts from device_latest where device_no = no) as ts
     from device where id = any($1::uuid[]) and removed_at is null order by no for update`,
    [deviceIds],
  )
  return rows
}

/** Removes a device from its station: for good, or (`removed` null) until it is assigned again. */
export async function leaveStation(
  tx: Transaction,
  device: { no: number },
  removed: number | null,
  now: number,
): Promise<void> {
  await query(
    tx,
    `update station set collector_serial = '', collector_device_id = null
     where collector_device_id = (select id from device where no = $1)`,
    [device.no],
  )
  // Open alarms would stay open: no further frames are judged.
  await query(tx, 'update alarm set cleared_at = $2 where device_no = $1 and cleared_at is null', [
    device.no,
    new Date(now),
  ])
  if (removed !== null) {
    await query(tx, 'update device set removed_at = $2 where no = $1', [device.no, new Date(removed)])
  } else {
    await query(tx, 'update device set station_id = null where no = $1', [device.no])
    await query(tx, 'update device_day set station_id = null where device_no = $1', [device.no])
  }
}

/** Moves a device and its days to a station, and its logger, too, where the logger has no station. */
export async function enterStation(tx: Transaction, device: HeldDevice, stationId: string): Promise<void> {
  await query(tx, 'update device set station_id = $2 where no = $1', [device.no, stationId])
  await query(tx, 'update device_day set station_id = $2 where device_no = $1', [device.no, stationId])
  await query(tx, 'update logger set station_id = $2 where id = $1 and station_id is null', [
    device.logger_id,
    stationId,
  ])
  // Rebuilds days in this station's time zone, and days that have only samples.
  await query(
    tx,
    `insert into rebuild (device_no, from_ts) values ($1, to_timestamp(0))
     on conflict (device_no) do update set from_ts = excluded.from_ts`,
    [device.no],
  )
}

/** Dates for which the devices have rows of days. */
export async function findDates(tx: Transaction, deviceNos: readonly number[]): Promise<string[]> {
  const { rows } = await query<{ date: string }>(
    tx,
    'select distinct date from device_day where device_no = any($1::integer[]) order by date',
    [deviceNos],
  )
  return rows.map((row) => row.date)
}

/** Replaces the inverter of a device by another from `at` (epoch ms) on. */
export async function swapSerial(
  tx: Transaction,
  device: HeldDevice,
  input: ReplacementInput,
  at: number,
): Promise<void> {
  await query(
    tx,
    `insert into former_serial (device_no, serial, model, since, until, capacity_kwp)
    select $1, $2, $3, $4, $5, capacity_kwp from device where no = $1`,
    [
      device.no,
      device.serial,
      device.model,
      device.serial_since === null ? null : new Date(device.serial_since),
      new Date(at),
    ],
  )
  await query(
    tx,
    `update device set serial = $2, model = $3, rated_power_w = $4, capacity_kwp = $5, mppt_count = $6,
       string_count = $7, supports_reactive_power = $8, supports_iv_scan = $9, serial_since = $10,
       apparent_va = $11, controls = null
     where no = $1`,
    [
      device.no,
      input.serial,
      input.model,
      input.ratedPowerW,
      input.capacityKwp,
      input.mpptCount,
      input.stringCount,
      input.supportsReactivePower,
      input.supportsIvScan,
      new Date(at),
      input.apparentVA ?? null,
    ],
  )
}
