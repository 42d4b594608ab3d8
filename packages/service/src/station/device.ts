import {
  type AlarmCode,
  type Device,
  type DeviceInput,
  type DeviceSort,
  type DeviceStatus,
  type DeviceSubState,
  deviceSubStates,
  type SettingKind,
} from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import { findDeviceDaysOf } from '../energy/queries/day.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { type DeviceFilter, type DeviceRow, findDevices, insertDevice } from '../inventory/queries/device.ts'
import { withoutTail } from '../database/sample-columns.ts'
import { takeFound } from '../inventory/queries/found-device.ts'
import { takeFirstFrame } from './found-device.ts'
import { worthOf } from '../energy/day/day-worth.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import { findLogger } from '../inventory/queries/logger.ts'
import { findNewestSensors } from './queries/weather.ts'
import type { Service } from '../base/service.ts'
import { deviceLifetimes, sumLifetimes } from '../energy/lifetime.ts'
import { Problem } from '../base/problem.ts'
import { ageOf, deviceStatus, isFresh } from '../figure/status.ts'
import { sortDevices } from './device-order.ts'
import { weatherOf } from './weather.ts'

type FieldColumn =
  | 'logger_id'
  | 'serial'
  | 'name'
  | 'model'
  | 'rated_power_w'
  | 'apparent_va'
  | 'capacity_kwp'
  | 'mppt_count'
  | 'string_count'
  | 'installed_on'
  | 'supports_reactive_power'
  | 'supports_iv_scan'
  | 'sort_number'

interface DescribedDevice {
  device: Device
  /** Register 0x101D of the newest frame, however old. */
  mode: number | null
  /** What its logger says it can be set to; null: it has not said. */
  controls: SettingKind[] | null
}

/** Devices of the account with what they report now; without `sort` by station and place in it. */
export async function listDevices(
  service: Service,
  accountId: string,
  {
    sort,
    order = 'asc',
    ...filter
  }: DeviceFilter & { status?: DeviceStatus; sort?: DeviceSort; order?: 'asc' | 'desc' },
): Promise<Device[]> {
  const devices = (await describeDevices(service, accountId, filter)).map(({ device }) => device)
  return sort === undefined ? devices : sortDevices(devices, sort, order)
}

export async function describeDevices(
  service: Service,
  accountId: string,
  filter: DeviceFilter & { status?: DeviceStatus },
): Promise<DescribedDevice[]> {
  const now = service.now()
  const rows = await findDevices(service.db.read, accountId, now, filter)
  const withStatus = rows
    .map((row) => ({ row, status: deviceStatus(row, row, now) }))
    .filter(({ status }) => filter.status === undefined || status.status === filter.status)
  const stationIds = [...new Set(withStatus.flatMap(({ row }) => row.station_id ?? []))]
  const [days, totals, sensors, tariffs] = await Promise.all([
    findDeviceDaysOf(
      service.db.read,
      withStatus.map(({ row }) => ({ deviceNo: row.no, date: localDayAt(now, row.time_zone).date })),
    ),
    deviceLifetimes(
      service.db.read,
      withStatus.map(({ row }) => row),
    ),
    findNewestSensors(service.db.read, stationIds),
    findTariffs(service.db.read, stationIds),
  ])
  const sensorsOf = Map.groupBy(sensors, (sensor) => sensor.station_id)
  const today = new Map(days.map((day) => [day.device_no, day]))
  const tariffsOf = Map.groupBy(tariffs, (tariff) => tariff.station_id)
  return withStatus.map(({ row, status }) => {
    const day = today.get(row.no)
    const energyTodayKwh = day?.energy_kwh ?? null
    const terms = { tariffs: tariffsOf.get(row.station_id) ?? [], factors: [], timeZone: row.time_zone }
    const { income } = worthOf(day ? [day] : [], localDayAt(now, row.time_zone), terms)
    const device: Device = {
      ...deviceFieldsOf(row),
      id: row.id,
      memberId: row.account_id,
      stationId: row.station_id,
      stationName: row.station_name,
      timeZone: row.time_zone,
      loggerSerial: row.logger_serial,
      ...status,
      subState: subStateOf(row, now),
      age: ageOf(row, now),
      openAlarms: row.rights.includes('alarms') ? ((row.open_alarms ?? []) as AlarmCode[]) : null,
      ...valuesOf(row, now),
      energyTodayKwh,
      energyTotalKwh: totals.get(row.no)?.sinceInstallationKwh ?? null,
      lifetime: totals.get(row.no) ?? sumLifetimes([]),
      specificYieldToday: energyTodayKwh === null ? null : energyTodayKwh / row.capacity_kwp,
      incomeToday: row.rights.includes('income') ? income : null,
      currency: row.currency,
      hoursTotal: row.hours_total,
      weather: weatherOf(sensorsOf.get(row.station_id) ?? [], [row], now),
    }
    return { device, mode: row.mode, controls: row.controls }
  })
}

/** @throws Problem notFound */
export async function getDevice(service: Service, accountId: string, deviceId: string): Promise<Device> {
  const [device] = await listDevices(service, accountId, { deviceId })
  if (!device) throw new Problem('notFound')
  return device
}

/** @throws Problem notFound (the logger), device.unassigned (the logger has no station), device.serialTaken */
export async function addDevice(service: Service, accountId: string, input: DeviceInput): Promise<Device> {
  const logger = await findLogger(service.db.read, input.loggerId)
  if (!logger) throw new Problem('notFound')
  const { account_id, station_id } = logger
  if (station_id === null) throw new Problem('device.unassigned')
  try {
    const place = { accountId: account_id, stationId: station_id }
    const { id, first } = await service.db.transaction(async (tx) => {
      // Its capacity counts from its installation on, whether or not it was heard of.
      await markDaysDue(tx, station_id, service.now(), input.installedOn)
      const made = await insertDevice(tx, place, input, service.now())
      return { id: made.id, first: await takeFound(tx, input.loggerId, input.serial) }
    })
    await takeFirstFrame(service, logger.no, first)
    return await getDevice(service, accountId, id)
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('device.serialTaken', { cause: error })
    throw error
  }
}

/** What a person entered of a device. */
export function deviceFieldsOf(row: Pick<DeviceRow, FieldColumn>): DeviceInput {
  return {
    loggerId: row.logger_id,
    serial: row.serial,
    name: row.name,
    model: row.model,
    ratedPowerW: row.rated_power_w,
    apparentVA: row.apparent_va,
    capacityKwp: row.capacity_kwp,
    mpptCount: row.mppt_count,
    stringCount: row.string_count,
    installedOn: row.installed_on,
    supportsReactivePower: row.supports_reactive_power,
    supportsIvScan: row.supports_iv_scan,
    sortNumber: row.sort_number,
  }
}

function subStateOf(row: DeviceRow, now: number): DeviceSubState | null {
  return isFresh(row, now) && row.sub_state !== null ? (deviceSubStates[row.sub_state - 1] ?? null) : null
}

/** Instant values of the newest frame; a frame that is stale says nothing about now. */
function valuesOf(row: DeviceRow, now: number) {
  const fresh = isFresh(row, now)
  return {
    mode: fresh ? row.mode : null,
    errorWord: fresh && row.rights.includes('alarms') ? row.error_word : null,
    powerW: fresh ? row.power_w : null,
    dcPowerW: fresh ? row.dc_power_w : null,
    reactiveVar: fresh ? row.reactive_var : null,
    powerFactor: fresh ? row.power_factor : null,
    frequencyHz: fresh ? row.frequency_hz : null,
    cabinetC: fresh ? row.cabinet_c : null,
    acVoltageV: fresh ? withoutTail(row.ac_voltage_v) : [],
    acCurrentA: fresh ? withoutTail(row.ac_current_a) : [],
    mpptVoltageV: fresh ? withoutTail(row.mppt_voltage_v) : [],
    mpptCurrentA: fresh ? withoutTail(row.mppt_current_a) : [],
    stringCurrentA: fresh ? withoutTail(row.string_current_a) : [],
  }
}
