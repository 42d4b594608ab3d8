import type { Measured } from '../curve/figures.ts'
import { clamp, median } from '../curve/statistics.ts'
import { moduleAt, moduleDiode } from '../module/module-diode.ts'
import { countModules } from '../stc/to-stc.ts'
import type { Verdict } from './codes.ts'
import type { Scan, StringOfScan } from './scan.ts'
import { type Compared, judgeString } from './judge-string.ts'
import { fromDatasheet, fromPast } from './references.ts'

/** What the datasheet lets expect of one string; null: no datasheet, or light and heat are not known. */
export function datasheetFor(string: StringOfScan, measured: Measured, scan: Scan): Compared | null {
  const { module, conditions } = scan
  const { irradianceWm2, cellC } = conditions
  if (!module || !irradianceWm2 || cellC === null) return null
  const counts = countModules(measured.figures, moduleAt(moduleDiode(module), irradianceWm2, cellC), string)
  return fromDatasheet(module, counts.modules, counts.parallel, conditions)
}

/** What the string itself was. */
export const pastFor = ({ past }: StringOfScan, { conditions, module }: Scan): Compared | null =>
  past ? fromPast(past, conditions, module?.beta ?? -0.0029) : null

/**
 * A string without siblings. A datasheet allows for the tolerance of modules and for sensors that are a little off, so
 * only what is well beyond both is called a fault.
 */
export function judgeAlone(measured: Measured, compared: Compared, dim: boolean): Verdict {
  const isPast = compared.against === 'past'
  return judgeString(measured, compared, {
    flag: 30,
    sound: 30,
    blindNoise: dim ? 0.012 : 1,
    apart: dim ? 14 : 2,
    current: isPast ? 0.035 : 0.045,
    voltage: isPast ? 0.012 : 0.03,
    series: isPast ? 0.35 : 0.8,
    trust: dim ? 0.6 : 0.75,
  })
}

/** Share of Isc that modules and sensors may lack together without a fault; beyond the second it is no dirt. */
const tolerance = 0.046
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
