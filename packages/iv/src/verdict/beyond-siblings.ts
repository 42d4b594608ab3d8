import type { Measured } from '../curve/figures.ts'
import { stcWm2 } from '../curve/curve.ts'
import { clamp, median } from '../curve/statistics.ts'
import { moduleAt, moduleDiode } from '../module/module-diode.ts'
import { countModules, thinFill } from '../stc/to-stc.ts'
import { silentAs, type Verdict } from './codes.ts'
import { brightWm2, type Scan, type StringOfScan } from './scan.ts'
import { type Compared, judgeString } from './judge-string.ts'
import { fromDatasheet, fromPast } from './references.ts'

/** What the datasheet lets expect of one string; null: no datasheet, or light and heat are not known. */
export function datasheetFor(string: StringOfScan, measured: Measured, scan: Scan): Compared | null {
  const { module, conditions } = scan
  const { irradianceWm2, cellC } = conditions
  if (!module || !irradianceWm2 || cellC === null) return null
  const counts = countModules(measured.figures, moduleAt(moduleDiode(module), irradianceWm2, cellC), string)
  const compared = fromDatasheet(module, counts.modules, counts.parallel, conditions)
  return compared && withAge(compared, scan.ageYears)
}

/** What the string itself was. */
export function pastFor({ past }: StringOfScan, { conditions, module }: Scan): Compared | null {
  const compared = past ? fromPast(past, conditions, module?.beta ?? -0.0029) : null
  return compared && withAge(compared, past?.yearsAgo)
}

/**
 * What sound modules lose in a year at most, as a share: of their current (fields of crystalline silicon lose 0.3 to 0.8 %,
 * most of it current), and of contacts that grow worse in series resistance. No more is allowed for than a life takes.
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
 * A string without siblings. A datasheet allows for the tolerance of modules and for sensors that are a little off, so
 * only what is well beyond both is called a fault.
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
 * A datasheet tells what is lost in all, not how much of it by leak, by resistance or at the knee: another share of these is
 * no fault as long as the fill factor is about what it promises.
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
 * Share of Isc that may be lacking without a fault: of what a string was, and of what its maker promises, where its modules
 * and the sensor are off together and everyday dust lies on them. Beyond the third it is no dirt.
 */
const tolerances = { past: 0.046, datasheet: 0.055 }
const implausible = 0.45

/**
 * All strings alike give less current than the datasheet, or than each of them gave before, at the measured light. Null:
 * they do not, or there is no irradiance sensor to tell by.
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
