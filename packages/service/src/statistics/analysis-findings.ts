import { type AlarmCode, type AnalysisCause, deadShare, deadSpells, lowLightAlarms } from '@helioport/contract'
import type { Curve } from '../figure/day-grid.ts'
import { medianOf } from '../figure/median.ts'
import { type Daylight, type InverterDay, leastQuarters, quarterMs, stringShares, sumOf } from './analysed-inverter.ts'

/** Least number of inverters whose median tells what each of them should have made. */
export const leastPeers = 3
/** Deviation from the median at which an inverter is behind; less is tolerance, some dust, or a degree of direction. */
const behind = -0.05
const weakShare = 0.9
/** Least number of strings that can be compared. */
const leastStrings = 3
/** Cause `limited`: share of the quarters with missing power in which power was limited. */
const limitedShare = 0.25
/** Cause `conversion`: how far the ratio of AC to DC energy lies under the median. */
const conversionGap = 0.02
/** Cause `hot`: degrees C above the median of all, and least degrees C, in quarters with missing power. */
const hotterC = 8
const leastHotC = 55
/** Cause `shade`: this share of the loss lies in this part of the day. */
const shadeLoss = 0.7
const shadeTime = 1 / 3

/** An inverter that is behind. `lostCurve`: kWh by quarters of an hour, which price the loss. */
export interface Finding {
  inverter: InverterDay
  cause: AnalysisCause
  code: AlarmCode | null
  strings: number[]
  from: number | null
  to: number | null
  lostKwh: number | null
  lostCurve: Curve
}

/** Medians over the inverters of a day, with which each is compared. */
export interface Peers {
  /** Median kWh per kWp in each quarter of an hour; null: too few are known. */
  yields: Curve
  /** The same of the whole day. */
  medianYield: number | null
  conversion: number | null
  cabinetC: Curve
}

export function peersOf(inverters: readonly InverterDay[], { count }: Daylight): Peers {
  const median = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length < leastPeers ? null : medianOf(known)
  }
  const quarters = (value: (inverter: InverterDay, quarter: number) => number | null) =>
    Array.from({ length: count }, (_, quarter) => median(inverters.map((inverter) => value(inverter, quarter))))
  return {
    yields: quarters((own, quarter) => perKwp(own.madeKwh[quarter] ?? null, own)),
    medianYield: median(inverters.map((own) => perKwp(own.energyKwh, own))),
    conversion: median(inverters.map(conversionOf)),
    cabinetC: quarters((own, quarter) => own.cabinetC[quarter] ?? null),
  }
}

export const perKwp = (value: number | null, { kwp }: InverterDay): number | null =>
  value === null || kwp === null || kwp <= 0 ? null : value / kwp

/** AC energy over DC energy, of quarters in which both are known; null: there is no DC energy. */
function conversionOf({ powerW, dcPowerW }: InverterDay): number | null {
  const both = powerW.map((power, nth) => power !== null && (dcPowerW[nth] ?? 0) > 0)
  const input = sumOf(dcPowerW.filter((_, nth) => both[nth]))
  return input <= 0 ? null : sumOf(powerW.filter((_, nth) => both[nth])) / input
}

/** Inverters that are behind, with the likeliest cause. */
export function findingsOf(inverters: readonly InverterDay[], peers: Peers, light: Daylight): Finding[] {
  return inverters.flatMap((inverter) => findingOf(inverter, peers, light) ?? [])
}

function findingOf(inverter: InverterDay, peers: Peers, light: Daylight): Finding | null {
  const { kwp, energyKwh, madeKwh } = inverter
  if (kwp === null) return null
  const expected = peers.yields.map((kwh) => (kwh === null ? null : kwh * kwp))
  const expectedKwh = sumOf(expected)
  const missing = expected.map((kwh, nth) => (kwh === null ? null : kwh - (madeKwh[nth] ?? 0)))
  // The energy of the day, from the counter, bridges quarters without frames.
  const lostKwh = expectedKwh > 0 ? expectedKwh - (energyKwh ?? 0) : null
  const isBehind = lostKwh !== null && lostKwh > -behind * expectedKwh
  const weak = weakStrings(inverter)
  if (!isBehind && weak.strings.length === 0) return null
  const lostCurve = isBehind ? missing.map((kwh) => kwh && Math.max(0, kwh)) : weak.lostCurve
  // A quarter counts for a string from half of its energy on.
  const leastOf = (nth: number) =>
    isBehind ? -behind * (expected[nth] ?? 0) : (madeKwh[nth] ?? 0) / (2 * inverter.strings.length)
  const quarters = lostCurve.flatMap((kwh, nth) => (kwh !== null && kwh > 0 && kwh > leastOf(nth) ? [nth] : []))
  const at = (nth: number | undefined) => (nth === undefined ? null : light.day.from + (light.first + nth) * quarterMs)
  const why = isBehind
    ? causeOf({ inverter, peers, light, expected, lostCurve, quarters, weak })
    : stringCause(inverter, weak)
  return {
    inverter,
    ...why,
    from: at(quarters[0]),
    to: at(quarters.at(-1)),
    lostKwh: isBehind ? lostKwh : sumOf(weak.lostCurve),
    lostCurve,
  }
}

interface Weak {
  strings: number[]
  isDead: boolean
  /** kWh that these strings lack against the median string. */
  lostCurve: Curve
}

function weakStrings(inverter: InverterDay): Weak {
  const shares = stringShares(inverter)
  const isOut = inverter.strings.map((own) => wasOut(own, inverter.medianA))
  const isCompared = shares.filter((share) => share !== null).length >= leastStrings
  const strings = isCompared
    ? shares.flatMap((share, nth) => (share !== null && (share < weakShare || isOut[nth]) ? [nth + 1] : []))
    : []
  const isDead = strings.some((string) => (shares[string - 1] ?? 1) < deadShare || isOut[string - 1])
  const lostCurve = inverter.madeKwh.map((made, quarter) => {
    const all = inverter.strings.reduce((sum, own) => sum + (own[quarter] ?? 0), 0)
    const median = inverter.medianA[quarter] ?? null
    if (made === null || median === null || all <= 0) return null
    const lost = strings.reduce(
      (sum, string) => sum + Math.max(0, median - (inverter.strings[string - 1]?.[quarter] ?? median)),
      0,
    )
    return (made * lost) / all
  })
  return { strings, isDead, lostCurve }
}

/** Whether the string was dead while its siblings had light; good hours in the rest of the day do not outweigh that. */
function wasOut(own: Curve, medianA: Curve): boolean {
  const shares = own.map((current, quarter) => {
    const median = medianA[quarter] ?? null
    return current === null || median === null ? null : current / median
  })
  return deadSpells(shares).includes(true)
}

const stringCause = ({ alarms }: InverterDay, { strings, isDead }: Weak) => ({
  cause: isDead ? ('deadString' as const) : ('weakString' as const),
  code: alarms.some(({ code }) => code === 'A3') ? ('A3' as const) : null,
  strings,
})

interface Behind {
  inverter: InverterDay
  peers: Peers
  light: Daylight
  expected: Curve
  lostCurve: Curve
  /** Quarters in which power is missing. */
  quarters: readonly number[]
  weak: Weak
}

function causeOf(facts: Behind): { cause: AnalysisCause; code: AlarmCode | null; strings: number[] } {
  const { inverter, peers, expected, lostCurve, quarters, weak } = facts
  const of = (cause: AnalysisCause, code: AlarmCode | null = null) => ({ cause, code, strings: [] as number[] })
  const lost = sumOf(lostCurve)
  const alarm = alarmOf(facts)
  const unheard = expected.flatMap((kwh, nth) => (kwh !== null && inverter.madeKwh[nth] === null ? [kwh] : []))
  if (unheard.length >= leastQuarters && sumOf(unheard) > lost / 2) return of('silent', alarm)
  if (
    alarm === 'A1' ||
    quarters.filter((nth) => (inverter.limited[nth] ?? 0) > 0).length > limitedShare * quarters.length
  )
    return of('limited', alarm)
  if (alarm !== null && alarm !== 'A3') return of('alarm', alarm)
  if (weak.strings.length > 0) return stringCause(inverter, weak)
  if (alarm !== null) return of('alarm', alarm)
  const conversion = conversionOf(inverter)
  if (conversion !== null && peers.conversion !== null && peers.conversion - conversion > conversionGap)
    return of('conversion')
  if (isHot(facts)) return of('hot')
  const known = expected.filter((kwh) => kwh !== null && kwh > 0).length
  const dearest = lostCurve.flatMap((kwh) => kwh ?? []).toSorted((a, b) => b - a)
  return of(sumOf(dearest.slice(0, Math.ceil(known * shadeTime))) > shadeLoss * lost ? 'shade' : 'allDay')
}

/** The alarm code that was open in most of the quarters with missing power; null: none was. */
function alarmOf({ inverter, light, quarters }: Behind): AlarmCode | null {
  const counts = new Map<AlarmCode, number>()
  for (const { code, raised_at, cleared_at } of inverter.alarms) {
    if (lowLightAlarms.has(code)) continue
    const hit = quarters.filter((nth) => {
      const at = light.day.from + (light.first + nth) * quarterMs
      return raised_at < at + quarterMs && (cleared_at ?? Infinity) > at
    })
    if (hit.length > 0) counts.set(code, (counts.get(code) ?? 0) + hit.length)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

function isHot({ inverter, peers, quarters }: Behind): boolean {
  const own = quarters.flatMap((nth) => inverter.cabinetC[nth] ?? [])
  const others = quarters.flatMap((nth) => peers.cabinetC[nth] ?? [])
  if (own.length < leastQuarters || others.length < leastQuarters) return false
  const mean = sumOf(own) / own.length
  return mean >= leastHotC && mean - sumOf(others) / others.length >= hotterC
}
