import type { CurveProblem } from '../curve/clean.ts'
import type { Conditions, Curve } from '../curve/curve.ts'
import { measure, type Measured } from '../curve/figures.ts'
import { clamp, median } from '../curve/statistics.ts'
import { type SilenceCode, silentAs, type Verdict } from './codes.ts'
import { datasheetFor, judgeAlone, pastFor, soiledAlike } from './beyond-siblings.ts'
import { byLength } from '../curve/by-length.ts'
import { type Care, type Compared, judgeString } from './judge-string.ts'
import { learnSpread, withDrift } from './learn-spread.ts'
import { expectedCurve, fromSiblings } from './references.ts'
import { brightWm2, type Scan, type StringOfScan } from './scan.ts'

export interface StringResult extends Verdict {
  measured: Measured | null
  /** The expected curve at the measured light and temperature; null: there is none. */
  expected: Curve | null
  problems: readonly CurveProblem[]
}

/** Minimal irradiance for a verdict, W/m2. */
export const tooDarkWm2 = 300
/** A string is open below this share of its siblings' current. */
const openShare = 0.02
/** Maximal change of light during a sweep, as a share. */
const unsteadyShare = 0.1

/**
 * Judges each string of a scan: against its siblings, its own past and the datasheet, as far as available. For a
 * verdict `null` the reason is in `silence`.
 */
export function judgeScan(scan: Scan): StringResult[] {
  const strings = scan.strings.map((string) => ({ ...string, ...measure(string.curve) }))
  const light = lightOf(scan, strings)
  const drift = driftOf(scan.conditions)
  const silence: SilenceCode | null =
    light !== null && light < tooDarkWm2 ? 'tooDark' : drift > unsteadyShare ? 'unsteadyLight' : null
  const results = strings.map(({ measured, problems }): StringResult => ({
    ...(silence ? silentAs(silence) : silentAs(measured ? 'nothingToCompare' : 'tooFewPoints')),
    measured,
    expected: null,
    problems,
  }))
  const most = Math.max(...strings.map(({ measured }) => measured?.figures.iscA ?? 0), 0)
  for (const [i, { measured, problems, curve }] of strings.entries()) {
    const isc = measured?.figures.iscA ?? Math.max(...curve.currentA.map(Math.abs), 0)
    const isOpen = (!measured && problems.includes('noCurrent')) || isc < openShare * most
    if (!silence && isOpen && (most > 0 || (light ?? 0) > brightWm2))
      results[i] = { ...openVerdict(isc, most), measured, expected: null, problems }
  }
  if (silence) return results
  const waiting = strings.flatMap(({ measured }, i) => (measured && results[i]?.verdict !== 'openString' ? [i] : []))
  const lengths = waiting.map((i) => ({
    i,
    vocV: strings[i]?.measured?.figures.vocV ?? 0,
    modules: strings[i]?.modules,
  }))
  for (const group of byLength(lengths)) {
    for (const [i, verdict] of judgeGroup(group, strings, scan, light, drift)) {
      const before = results[i]
      if (before) results[i] = { ...before, ...verdict }
    }
  }
  return results
}

const openVerdict = (value: number, expected: number): Verdict => ({
  verdict: 'openString',
  confidence: 0.98,
  evidence: { measure: 'current', value, expected, lossShare: 1, against: 'siblings', samples: [] },
  silence: null,
})

type Row = StringOfScan & { measured: Measured | null; problems: CurveProblem[] }

/** Irradiance by the sensor, or by the median Isc of the strings and the datasheet; null: unknown. */
function lightOf({ conditions, module }: Scan, strings: readonly Row[]): number | null {
  if (conditions.irradianceWm2 !== null) return conditions.irradianceWm2
  const parallel = median(strings.map((string) => string.parallel ?? 1))
  const iscs = strings.flatMap(({ measured }) => measured?.figures.iscA ?? [])
  return module && iscs.length > 0 ? (1000 * median(iscs)) / (module.iscA * parallel) : null
}

function driftOf({ irradianceBeforeWm2: before, irradianceAfterWm2: after }: Conditions): number {
  return before && after ? Math.abs(after - before) / ((after + before) / 2) : 0
}

function judgeGroup(
  group: readonly number[],
  strings: readonly Row[],
  scan: Scan,
  light: number | null,
  drift: number,
): [number, Verdict & Pick<StringResult, 'expected'>][] {
  const rows = group.flatMap((i) => {
    const row = strings[i]
    return row?.measured ? [{ i, row, measured: row.measured }] : []
  })
  const dim = light === null || light < brightWm2
  const known = rows.map(({ row, measured }) => datasheetFor(row, measured, scan))
  const siblings = siblingsOf(
    rows.map(({ measured }) => measured),
    rows.some(({ row }, at) => row.past ?? known[at]),
  )
  if (!siblings) {
    return rows.map(({ i, row, measured }, at) => {
      const compared = pastFor(row, scan) ?? known[at] ?? null
      if (!compared) return [i, { ...silentAs('nothingToCompare'), expected: null }]
      const ageYears = compared.against === 'past' ? row.past?.yearsAgo : scan.ageYears
      const verdict = judgeAlone(measured, withDrift(compared, drift), light, { module: scan.module, ageYears })
      return [i, { ...verdict, expected: expectedCurve(compared) }]
    })
  }
  const care: Care = {
    flag: rows.length === 2 ? 25 : dim ? 20 : 10,
    sound: dim ? 6 : 10,
    blindNoise: dim ? 0.012 : 1,
    apart: dim ? 10 : 0,
    current: 0.03,
    voltage: 0.0075,
    series: 0.25,
    trust: (dim ? 0.8 : 1) * (1 - clamp(2 * drift, 0, 0.4)) * (rows.length < 5 ? 0.85 : 1),
  }
  const curves = rows.map(({ measured }) => measured)
  const drifting = withDrift(siblings, drift)
  // Two strings do not show how much sound strings differ.
  const learned = rows.length === 2 ? drifting : learnSpread(drifting, curves)
  const alike = dim ? null : soiledAlike(siblings, known, scan, drift)
  const expected = expectedCurve(learned)
  return rows.map(({ i, row, measured }, at) => {
    const verdict = judgeString(measured, learned, care)
    if (!alike || verdict.verdict !== 'healthy') return [i, { ...verdict, expected }]
    // Equally soiled siblings are not the expectation: past or datasheet is.
    const basis = alike.evidence?.against === 'past' ? pastFor(row, scan) : (known[at] ?? null)
    return [i, { ...alike, expected: basis && expectedCurve(basis) }]
  })
}

/** Three strings are needed to outvote one. Of two, without other references, the better one is the expectation. */
function siblingsOf(measured: readonly Measured[], isOtherKnown: boolean): Compared | null {
  if (measured.length >= 3) return fromSiblings(measured)
  if (measured.length < 2 || isOtherKnown) return null
  return fromSiblings(measured.toSorted((a, b) => b.figures.pmpW - a.figures.pmpW).slice(0, 1))
}
