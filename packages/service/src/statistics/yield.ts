import type { DaySpan } from '@helioport/time/node'
import { capacityOver, type CapacitySpan, stationCapacity } from '../figure/capacity.ts'
import { begunDays, type Calendar, missingIn, noneMissing } from './calendar.ts'
import type { KeptYield, StretchSum } from './queries/kept-yield.ts'

/** Kept figures of a stretch as fields of the reply. */
export const figuresOf = (kept: KeptYield) => ({
  energyKwh: kept.energy_kwh,
  specificYield: kept.yield,
  coverage: kept.coverage,
  days: { known: kept.known_days, expected: kept.expected_days },
})

/** Yield of a station over the days, per kWp that was in operation. */
export function stationYield(sum: StretchSum, enteredKwp: number, calendar: Calendar | undefined, days: DaySpan) {
  const begun = (calendar && begunDays(calendar, days)) ?? days
  const { inOperationKwp } = stationCapacity(calendar?.spans ?? [], enteredKwp, begun, new Set())
  return yieldOf(sum, inOperationKwp, calendar, days)
}

/** The same of a device, which has spans of its own. */
export function deviceYield(
  sum: StretchSum,
  enteredKwp: number,
  calendar: Calendar | undefined,
  spans: readonly CapacitySpan[],
  days: DaySpan,
) {
  const own = calendar && { ...calendar, spans }
  const capacity = capacityOver(spans, (own && begunDays(own, days)) ?? days, new Set())
  return yieldOf(sum, capacity?.inOperationKwp ?? enteredKwp, own, days)
}

function yieldOf(sum: StretchSum, kwp: number, calendar: Calendar | undefined, days: DaySpan): KeptYield {
  const missing = calendar ? missingIn(calendar, days, sum.days) : noneMissing
  const expected = sum.expected_bins + missing.bins
  return {
    yield: sum.energy_kwh === null || kwp <= 0 ? null : sum.energy_kwh / kwp,
    energy_kwh: sum.energy_kwh,
    coverage: expected === 0 ? null : Math.min(1, sum.known_bins / expected),
    known_days: sum.known_days,
    expected_days: sum.days + missing.days,
  }
}

/** Sums of parts of the days. */
export function sumOf(rows: readonly StretchSum[]): StretchSum {
  const sum = (key: 'days' | 'known_days' | 'expected_bins' | 'known_bins') =>
    rows.reduce((all, row) => all + row[key], 0)
  const known = rows.flatMap((row) => row.energy_kwh ?? [])
  return {
    energy_kwh: known.length === 0 ? null : known.reduce((all, kwh) => all + kwh, 0),
    days: sum('days'),
    known_days: sum('known_days'),
    expected_bins: sum('expected_bins'),
    known_bins: sum('known_bins'),
  }
}
