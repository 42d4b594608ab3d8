import { type Figures, minIrradianceForRatios } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { temperatureSums } from '../database/sum-columns.ts'
import type { StationSumRow, SumRow } from './queries/sums.ts'
import { sumKnown } from '../figure/sum-known.ts'
import { treesOf } from '../figure/trees.ts'

/** Sums of a bin or of a whole period, with their income and CO2. */
export type WorthRow = SumRow &
  Pick<StationSumRow, 'irradiation_kwh_m2' | 'income' | 'co2_kg' | (typeof temperatureSums)[number]>

const counted = [
  'days',
  'known_days',
  'pr_kwh',
  'pr_reference_kwh',
  'pr25_kwh',
  'pr25_reference_kwh',
  'pr25_warmth_kwh',
  'ra_kwh',
  'ra_reference_kwh',
  'producing_hours',
  'expected_bins',
  'known_bins',
  'sun_bins',
  'pr_bins',
  'pr25_bins',
  'ra_bins',
  'able_bins',
  'able_sensor_bins',
  'producing_bins',
] as const
const known = ['energy_kwh', 'dc_kwh', 'irradiation_kwh_m2', 'income', 'co2_kg', ...temperatureSums] as const

/** Sum over bins, in their order. The peak is the greatest one; the earliest of equal ones. */
export function sumRows(rows: readonly WorthRow[]): WorthRow {
  const total = {} as WorthRow
  for (const key of counted) total[key] = rows.reduce((sum, row) => sum + row[key], 0)
  for (const key of known) total[key] = sumKnown(rows.map((row) => row[key]))
  const peak = rows.reduce<WorthRow | null>(
    (best, row) => ((row.peak_power_w ?? 0) > (best?.peak_power_w ?? 0) ? row : best),
    null,
  )
  total.peak_power_w = peak?.peak_power_w ?? null
  total.peak_at = peak?.peak_at ?? null
  total.pr_peak_wm2 = rows.reduce<number | null>(
    (most, row) => (row.pr_peak_wm2 === null ? most : Math.max(most ?? 0, row.pr_peak_wm2)),
    null,
  )
  return total
}

/**
 * Figures from sums: each ratio is a quotient of sums, with the share of the bins that entered. `kwp`: in operation,
 * see figure/capacity.ts. `missing`: days of the period that have no row, and their daylight bins.
 */
export function figuresOf(row: WorthRow, kwp: number, missing = { days: 0, bins: 0 }): Figures {
  const { energy_kwh: energyKwh, irradiation_kwh_m2: irradiation } = row
  const specificYield = energyKwh === null || kwp <= 0 ? null : energyKwh / kwp
  // Under 200 W/m2 a ratio is noise.
  const bright = (row.pr_peak_wm2 ?? 0) >= minIrradianceForRatios
  const ratio = (energy: number, reference: number) => (bright && reference > 0 ? energy / reference : null)
  const expected = row.expected_bins + missing.bins
  const covered = (bins: number) => (expected > 0 ? Math.min(1, bins / expected) : null)
  const sensed = (bins: number) => (row.sun_bins > 0 ? covered(bins) : null)
  return {
    energyKwh,
    dcEnergyKwh: row.dc_kwh,
    specificYield,
    income: row.income,
    irradiationKwhM2: irradiation,
    peakSunshineHours: irradiation ?? specificYield,
    peakSunshineBasis: irradiation !== null ? 'sensor' : specificYield === null ? null : 'equivalent',
    ambientC: mean(row.ambient_c_sum, row.ambient_bins),
    moduleC: mean(row.module_c_sum, row.module_bins),
    performanceRatio: ratio(row.pr_kwh, row.pr_reference_kwh),
    performanceRatio25: ratio(row.pr25_kwh, row.pr25_reference_kwh + row.pr25_warmth_kwh),
    arrayRatio: ratio(row.ra_kwh, row.ra_reference_kwh),
    availability: row.able_bins > 0 ? row.producing_bins / row.able_bins : null,
    availabilityBasis: availabilityBasis(row),
    peakPowerW: row.peak_power_w,
    peakAt: row.peak_at === null ? null : iso(row.peak_at),
    producingHours: row.expected_bins > 0 ? row.producing_hours : null,
    co2Kg: row.co2_kg,
    trees: treesOf(row.co2_kg),
    days: { known: row.known_days, expected: row.days + missing.days },
    coverage: {
      energy: covered(row.known_bins),
      irradiation: sensed(row.sun_bins),
      performanceRatio: sensed(row.pr_bins),
      performanceRatio25: sensed(row.pr25_bins),
      arrayRatio: sensed(row.ra_bins),
      availability: covered(row.known_bins),
    },
  }
}

const mean = (sum: number | null, count: number | null) => (sum !== null && count ? sum / count : null)

function availabilityBasis({ able_bins, able_sensor_bins }: WorthRow): Figures['availabilityBasis'] {
  if (able_bins === 0) return null
  if (able_sensor_bins === 0) return 'siblings'
  return able_sensor_bins === able_bins ? 'sensor' : 'mixed'
}

/** Sums of a bin without data. */
export function noRow(): WorthRow {
  return sumRows([])
}
