import type { Measured } from '../curve/figures.ts'
import { stcWm2 } from '../curve/curve.ts'
import { clamp, median } from '../curve/statistics.ts'
import { moduleAt, moduleDiode } from '../module/module-diode.ts'
import { countModules, thinFill } from '../stc/coefficients.ts'
import { silentAs, type Verdict } from './codes.ts'
import { brightWm2, type Scan, type StringOfScan } from './scan.ts'
import { type Compared, judgeString } from './judge-string.ts'
import { fromDatasheet, fromPast } from './references.ts'

/** Expectation for one string by the datasheet; null: no datasheet, or unknown light or temperature. */
export function datasheetFor(string: StringOfScan, measured: Measured, scan: Scan): Compared | null {
  const { module, conditions } = scan
  const { irradianceWm2, cellC } = conditions
  if (!module || !irradianceWm2 || cellC === null) return null
  const counts = countModules(measured.figures, moduleAt(moduleDiode(module), irradianceWm2, cellC), string)
  const compared = fromDatasheet(module, counts.modules, counts.parallel, conditions)
  return compared && withAge(compared, scan.ageYears)
}

/** Expectation by the earlier curve of the string; null: there is none. */
export function pastFor({ past }: StringOfScan, { conditions, module }: Scan): Compared | null {
  const compared = past ? fromPast(past, conditions, module?.beta ?? -0.0029) : null
  return compared && withAge(compared, past?.yearsAgo)
}

/**
 * Largest ageing of sound modules per year, as shares: loss of current (fields of crystalline silicon lose 0.3 to
 * 0.8 %, mostly current), and rise of series resistance by worse contacts. Limited to a lifetime of `life` years.
 */
const agedCurrent = 0.008
const agedSeries = 0.05
const life = 25

const yearsOf = (years: number | undefined) => clamp(years ?? 0, 0, life)

function withAge(compared: Compared, years: number | undefined): Compared {
  const { spread } = compared.expectation
  const current = spread.current + (agedCurrent / 2) * yearsOf(years)
  const series = spread.series + (agedSeries / 2) * yearsOf(years)
  return { ...compared, expectation: { ...compared.expectation, spread: { ...spread, current, series } } }
}

/**
 * Judges a string without siblings. Module tolerance and sensor errors are allowed for: only a deviation well beyond
 * both is a fault.
 */
export function judgeAlone(
  measured: Measured,
  compared: Compared,
  light: number | null,
  { module, ageYears }: Pick<Scan, 'module' | 'ageYears'>,
): Verdict {
  const dim = light === null || light < brightWm2
  const isPast = compared.against === 'past'
  const years = yearsOf(ageYears)
  const verdict = judgeString(measured, compared, {
    flag: 30,
    sound: 30,
    blindNoise: dim ? 0.012 : 1,
    apart: dim ? 14 : 2,
    current: (isPast ? 0.035 : 0.045) + agedCurrent * years,
    voltage: isPast ? 0.012 : 0.03,
    series: (isPast ? 0.35 : 0.8) + agedSeries * years,
    trust: dim ? 0.6 : 0.75,
  })
  if (isPast || !isShape(verdict)) return verdict
  const isThin = module !== undefined && (module.impA * module.vmpV) / (module.iscA * module.vocV) < thinFill
  return isThin || !takesFill(measured, compared, verdict, light) ? silentAs('ambiguous') : verdict
}

/**
 * A datasheet shows the total loss, not its shares by leak, resistance and knee: other shares are not a fault while the
 * fill factor is about the datasheet's.
 */
const isShape = ({ verdict }: Verdict) =>
  verdict === 'shunt' || verdict === 'seriesResistance' || verdict === 'pid' || verdict === 'mismatch'
const leastFillLoss = 0.02

function takesFill(
  { figures: own }: Measured,
  { figures: wanted }: Compared,
  { evidence }: Verdict,
  light: number | null,
): boolean {
  const lost = 1 - own.fillFactor / wanted.fillFactor
  const least = leastFillLoss * clamp(stcWm2 / (light ?? brightWm2), 1, 3)
  return lost > Math.max(least, (evidence?.lossShare ?? 0) / 3)
}

/**
 * Share of Isc that may be missing without a fault: against the past, and against the datasheet, where tolerances of
 * modules and sensor and ordinary dust add up. A loss beyond `implausible` is not dirt.
 */
const tolerances = { past: 0.046, datasheet: 0.055 }
const implausible = 0.45

/**
 * All strings have less current than by the datasheet, or by their own past, at the measured light. Null: they do not,
 * or there is no irradiance sensor.
 */
export function soiledAlike(
  siblings: Compared,
  datasheets: readonly (Compared | null)[],
  scan: Scan,
  drift: number,
): Verdict | null {
  if (scan.conditions.irradianceWm2 === null || drift > 0.03) return null
  const pasts = scan.strings.flatMap((string) => pastFor(string, scan) ?? [])
  const bases = pasts.length >= scan.strings.length / 2 ? pasts : datasheets.flatMap((one) => one ?? [])
  if (bases.length < 3) return null
  const expected = median(bases.map(({ figures }) => figures.iscA))
  const value = siblings.figures.iscA
  const lossShare = 1 - value / expected
  const isPast = bases === pasts
  const years = isPast ? median(scan.strings.flatMap(({ past }) => past?.yearsAgo ?? [])) : scan.ageYears
  const tolerance = (isPast ? tolerances.past : tolerances.datasheet) + agedCurrent * yearsOf(years)
  if (lossShare < tolerance || lossShare > implausible) return null
  const confidence = clamp(0.55 + 0.4 * ((lossShare - tolerance) / 0.08) - 3 * drift, 0.4, 0.95)
  return {
    verdict: 'soilingAll',
    confidence: Math.round(confidence * 100) / 100,
    evidence: {
      measure: 'current',
      value,
      expected,
      lossShare,
      against: bases[0]?.against ?? 'datasheet',
      samples: [],
    },
    silence: null,
  }
}
