import { DayBook, type LocalDay } from '@helioport/time/node'
import type { Transaction } from '../../database/session.ts'
import { findPlaces } from '../../inventory/queries/place.ts'
import { windowsOf } from '../../telemetry/frame-windows.ts'
import type { OwnFrame } from '../../telemetry/judge-frames.ts'
import { forgetDayValues } from '../../telemetry/queries/day-value.ts'
import { upsertLatest } from '../../telemetry/queries/frames.ts'
import { findKnownUnits, findLowDays, keepPowerAside } from '../../telemetry/queries/power-unit.ts'
import { type DayFacts, plausibleSensors } from '../day/analyse-day.ts'
import { deviceBins } from '../day/device-bins.ts'
import { kiloStretches, lightOf, mayBeAnotherUnit, remnantsOf, type UnitStretch } from '../day/unit/power-unit.ts'
import { StepShares } from '../day/step-shares.ts'
import { kiloShare } from '../day/unit/unit-reference.ts'
import { markLowDaysDue } from '../queries/low-days.ts'
import { rollUp } from './roll-up.ts'

/**
 * Keeps power aside that the day proves to be in another unit than watts, and computes the sums of its frames anew.
 * Returns whether there was any: then the facts have changed.
 */
export async function keepUnitsAside(
  tx: Transaction,
  stationId: string,
  facts: DayFacts,
  day: LocalDay,
  now: number,
): Promise<boolean> {
  const isLit = lightOf(day, facts.station)
  const suspects = facts.devices.filter((device) => device.ratedW > 0 && mayBeAnotherUnit(device, isLit))
  if (suspects.length === 0) return false
  const asked = suspects.map(({ no, ratedW }) => ({ no, ratedW, limitW: kiloShare * ratedW }))
  const found = await findKnownUnits(tx, asked, day)
  const open = suspects.filter(({ no }) => found.some((own) => own.device_no === no && !own.is_accepted))
  const shares = new StepShares(new DayBook(facts.station.timeZone), facts.station)
  const bins = facts.devices.map((device) => deviceBins(device, day, facts.station, shares))
  const { sensors } = plausibleSensors(facts, bins, day)
  const lowDays = await findLowDays(tx, asked, day.date)
  const known = new Map(
    found.map((own) => {
      const days = lowDays.filter((low) => low.device_no === own.device_no)
      return [
        own.device_no,
        {
          ...own,
          isWhole: own.is_whole,
          lowDays: days.map((low) => ({ peakW: low.peak_power_w, energyKwh: low.energy_kwh })),
        },
      ]
    }),
  )
  const kilo = kiloStretches(day, facts.station, bins, sensors.irradianceWm2, known).filter(({ deviceNo }) =>
    open.some(({ no }) => no === deviceNo),
  )
  let isAny = false
  for (const device of open) {
    const { great_from: from, great_to: to } = known.get(device.no) ?? { great_from: null, great_to: null }
    const left = from === null || to === null ? [] : remnantsOf(device, { from, to }, facts.station)
    const low = kilo.filter(({ deviceNo }) => deviceNo === device.no)
    const isOwn = await keepAside(tx, stationId, device, { low, left }, now)
    if (isOwn && low.length > 0)
      await markLowDaysDue(tx, stationId, device.no, kiloShare * device.ratedW, day.date, now)
    isAny ||= isOwn
  }
  return isAny
}

async function keepAside(
  tx: Transaction,
  stationId: string,
  { no, ratedW }: { no: number; ratedW: number },
  { low, left }: { low: readonly UnitStretch[]; left: readonly UnitStretch[] },
  now: number,
): Promise<boolean> {
  const instants: number[] = []
  for (const stretch of low) instants.push(...(await keepPowerAside(tx, stretch, kiloShare * ratedW, now)))
  for (const stretch of left) instants.push(...(await keepPowerAside(tx, stretch, Infinity, now)))
  if (instants.length === 0) return false
  const place = (await findPlaces(tx, new Set([no]), stationId)).find(({ station_id }) => station_id === stationId)
  if (!place) return false
  const frames = instants
    .toSorted((a, b) => a - b)
    .map((at): OwnFrame => ({ no, ratedW, frame: { serial: '', mode: 0, errorWord: 0, at } }))
  await upsertLatest(tx, windowsOf(frames))
  await rollUp(tx, place, frames, [], now)
  await forgetDayValues(tx, no, { from: instants[0] ?? now, to: instants.at(-1) ?? now })
  return true
}
