import { localDay } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { framesOfDay, heldCurve, quartersOf } from '../figure/day-grid.ts'
import { longestIntervalMs, StreamIntervals } from '../figure/interval.ts'
import { formerFrames } from './queries/counter-points.ts'
import { type DeviceCurves, findDaysToKeep, upsertDeviceCurves } from './queries/device-curve.ts'
import { type DeviceDetailSample, findDetailSamples } from './queries/sample.ts'

const dayMs = 86_400_000

/**
 * Stores the curves of devices' pages beside power (DC power, cabinet temperature, AC voltage) by quarter-hours, for
 * each day that overlaps the month. Called before the month's samples are dropped.
 */
export async function keepCurves(service: Service, month: string): Promise<void> {
  const days = await findDaysToKeep(service.db.read, month)
  for (const [deviceNo, own] of Map.groupBy(days, (day) => day.device_no)) {
    const spans = own.map(({ date, time_zone }) => localDay(date, time_zone))
    const from = Math.min(...spans.map((day) => day.from)) - dayMs
    const to = Math.max(...spans.map((day) => day.to))
    const samples = await findDetailSamples(service.db.read, deviceNo, { from, to })
    const curves = spans.map((day) => {
      const first = samples.findIndex(({ at }) => at >= day.from)
      const { samples: inside, telling } = framesOfDay(
        day,
        samples.filter(({ at }) => at >= day.from - longestIntervalMs),
      )
      const former = first < 0 ? [] : samples.slice(Math.max(0, first - formerFrames), first)
      const { usualMs } = new StreamIntervals(instantsOf(former), instantsOf(inside))
      const quarters = (valueOf: (sample: DeviceDetailSample) => number | null) =>
        upToLast(quartersOf(heldCurve(day, telling, valueOf, usualMs)))
      return {
        date: day.date,
        quarter_dc_w: quarters((sample) => sample.dc_power_w),
        quarter_cabinet_c: quarters((sample) => sample.cabinet_c),
        quarter_ac_voltage_v: quarters((sample) => sample.ac_voltage_v),
      } satisfies DeviceCurves & { date: string }
    })
    await service.db.transaction((tx) => upsertDeviceCurves(tx, deviceNo, curves))
  }
}

const instantsOf = (samples: readonly DeviceDetailSample[]) => samples.map(({ at }) => Math.round(at))

/** Without the nulls at the end, rounded to the precision of real. */
function upToLast(quarters: (number | null)[]): (number | null)[] {
  const known = quarters.slice(0, quarters.findLastIndex((value) => value !== null) + 1)
  return known.map((value) => (value === null ? null : Math.fround(value)))
}
