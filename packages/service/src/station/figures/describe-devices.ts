import {
  type AlarmCode,
  type Device,
  type DeviceInput,
  type DeviceSubState,
  deviceSubStates,
  type SettingKind,
} from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import type { Reader } from '../../access/queries/access.ts'
import { withoutTail } from '../../database/sample-columns.ts'
import { readAll } from '../../database/read-all.ts'
import type { Session } from '../../database/session.ts'
import { worthOf } from '../../energy/day/day-worth.ts'
import type { Measured } from '../../energy/queries/measured.ts'
import { deviceLifetimes, sumLifetimes } from '../../energy/lifetime.ts'
import { findDeviceDaysOf } from '../../energy/queries/day.ts'
import { ageOf, deviceStatus, isFresh } from '../../figure/status.ts'
import { type DeviceFilter, type DeviceRow, findDevices } from '../../inventory/queries/device.ts'
import { findTariffs } from '../../inventory/queries/tariff.ts'
import { findNewestSensors } from '../queries/weather.ts'
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
  /** Settings that its logger says it supports; null: the logger has not said. */
  controls: SettingKind[] | null
}

/** The devices as the reader sees them at `now`, by station and place in it. `kept`: known `Measured`, by device id. */
export async function describeDevices(
  db: Session,
  reader: Reader,
  now: number,
  filter: DeviceFilter,
  kept: ReadonlyMap<string, Measured> = new Map(),
): Promise<DescribedDevice[]> {
  const rows = await findDevices(db, reader, now, filter)
  const withStatus = rows.map((row) => ({ row, status: deviceStatus(row, row, now) }))
  const stationIds = [...new Set(withStatus.flatMap(({ row }) => row.station_id ?? []))]
  const [days, totals, sensors, tariffs] = await readAll(
    db,
    () =>
      findDeviceDaysOf(
        db,
        rows.map((row) => ({ deviceNo: row.no, date: localDayAt(now, row.time_zone).date })),
      ),
    () => deviceLifetimes(db, rows, kept),
    () => findNewestSensors(db, stationIds),
    () => findTariffs(db, stationIds),
  )
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

/** The fields of a device that a person enters. */
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

/** Instantaneous values of the newest frame; null or empty if the frame is stale. */
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
