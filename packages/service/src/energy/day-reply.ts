import type { Figures, StationDay } from '@helioport/contract'
import { iso, type LocalDay } from '@helioport/time/node'
import type { DeviceRow } from '../inventory/queries/device.ts'
import type { StationRow } from '../inventory/queries/station.ts'
import { type CapacitySpan, stationCapacity } from '../figure/capacity.ts'
import type { DeviceDayRow } from './queries/day.ts'
import { ageOf, freshest } from '../figure/status.ts'
import { type Place, sunOf } from '../figure/sun.ts'

/** Fields of a local day that do not depend on its data. `binMinutes`: the resolution of its curves. */
export function frameOfDay(day: LocalDay, timeZone: string, place: Place, binMinutes: number) {
  const { sunrise, sunset } = sunOf(day, place)
  return {
    date: day.date,
    timeZone,
    from: iso(day.from),
    to: iso(day.to),
    binMinutes,
    sunrise: sunrise === null ? null : iso(sunrise),
    sunset: sunset === null ? null : iso(sunset),
  }
}

export function stationHead(
  station: StationRow,
  day: LocalDay,
  devices: readonly DeviceRow[],
  binMinutes: number,
  now: number,
) {
  return {
    stationId: station.id,
    ...frameOfDay(day, station.time_zone, station, binMinutes),
    age: ageOf(freshest(devices), now),
  }
}

/** kWp in operation on the day, and kWp that reported. */
export function capacityOn(read: {
  station: StationRow
  day: LocalDay
  rollUps: readonly Pick<DeviceDayRow, 'device_no' | 'samples'>[]
  spans: readonly CapacitySpan[]
}) {
  const { station, day, rollUps, spans } = read
  const reported = new Set(rollUps.flatMap((own) => (own.samples > 0 ? own.device_no : [])))
  return stationCapacity(spans, station.capacity_kwp, { from: day.date, to: day.date }, reported)
}

/** The figures of a period that a day shows. `income` null: unknown, or not to be shown. */
export function dayFigures(figures: Figures, income: number | null): StationDay['figures'] {
  return {
    energyKwh: figures.energyKwh,
    peakPowerW: figures.peakPowerW,
    peakAt: figures.peakAt,
    specificYield: figures.specificYield,
    irradiationKwhM2: figures.irradiationKwhM2,
    performanceRatio: figures.performanceRatio,
    income: income === null ? null : figures.income,
    co2Kg: figures.co2Kg,
    coverage: figures.coverage.energy,
    performanceRatioCoverage: figures.coverage.performanceRatio,
  }
}
