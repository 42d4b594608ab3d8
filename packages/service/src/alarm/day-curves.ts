import type { LocalDay } from '@helioport/time/node'
import type { Session } from '../database/session.ts'
import { plausibleSensors } from '../energy/day/analyse-day.ts'
import { readDayFacts } from '../energy/day/day-facts.ts'
import { deviceBins } from '../energy/day/device-bins.ts'
import { sensorCurves } from '../energy/day/sensor-curves.ts'
import { StepShares } from '../energy/day/step-shares.ts'
import { storedSensors } from '../energy/kept/kept-day.ts'
import { type AnalysedStationRow, findUsualRatio } from '../energy/queries/day-analysis.ts'
import { findKeptDay } from '../energy/queries/kept-day.ts'
import { findDaySensorSamples } from '../telemetry/queries/sample.ts'
import { binCount, binMs, type Curve } from '../figure/day-grid.ts'
import type { Place } from '../figure/sun.ts'
import { findQuarters } from './queries/loss.ts'
import type { DayBook } from '@helioport/time/node'

export interface DeviceCurve {
  no: number
  capacityKwp: number
  /** Energy of each bin, kWh, gaps bridged by the counter; null: not known. */
  madeKwh: Curve
  /** Of each bin: whether the device has frames in it. */
  heard: readonly boolean[]
}

/** Curves of a station's devices and sensors on one day, on a grid of 5 minutes. */
export interface DayCurves {
  day: LocalDay
  place: Place
  devices: DeviceCurve[]
  irradianceWm2: Curve
  cellC: Curve
  /** 1/degC, negative. */
  temperatureCoefficient: number
  /** Energy over its temperature-corrected reference in the weeks before; null: not known. */
  usualRatio: number | null
}

export type PricedStation = AnalysedStationRow & { id: string }

const perQuarter = (15 * 60_000) / binMs

/** `isExact`: from the frames while they are kept; otherwise from the stored quarter-hours. */
export async function readDayCurves(
  db: Session,
  station: PricedStation,
  book: DayBook,
  day: LocalDay,
  isExact: boolean,
): Promise<DayCurves> {
  const kept = await findKeptDay(db, station.id, day.date)
  const facts = isExact && !kept ? await readDayFacts(db, station, day) : null
  const light = { day, place: station, temperatureCoefficient: station.temperature_coefficient }
  if (!facts) {
    const readings = kept ? storedSensors(kept, day) : await findDaySensorSamples(db, station.id, day)
    const sensors = sensorCurves(day, readings, binMs)
    const rows = await findQuarters(db, station.id, day.date, day.date)
    const usualRatio = await findUsualRatio(db, station.id, day.date)
    return { ...light, ...sensors, usualRatio, devices: rows.map((row) => quarterCurve(row, day)) }
  }
  const shares = new StepShares(book, facts.station)
  const bins = facts.devices.map((device) => deviceBins(device, day, facts.station, shares))
  const { sensors } = plausibleSensors(facts, bins, day)
  const devices = bins.map(({ device, bridgedKwh, powerW }) => {
    const heard = powerW.map((power) => power !== null)
    return { no: device.no, capacityKwp: device.capacityKwp, madeKwh: bridgedKwh, heard }
  })
  return { ...light, ...sensors, usualRatio: facts.station.usualRatio, devices }
}

interface StoredQuarters {
  device_no: number
  capacity_kwp: number
  quarter_w: (number | null)[]
}

export function quarterCurve(row: StoredQuarters, day: LocalDay): DeviceCurve {
  const madeKwh = Array.from({ length: binCount(day) }, (_, bin) => {
    const watt = row.quarter_w[Math.floor(bin / perQuarter)] ?? null
    return watt === null ? null : (watt * binMs) / 3_600_000_000
  })
  const heard = madeKwh.map((kwh) => kwh !== null)
  return { no: row.device_no, capacityKwp: row.capacity_kwp, madeKwh, heard }
}
