import { isPowerFactor, isSamePowerFactor } from './power-factor.ts'

/**
 * Settings of an inverter. Only one of the reactive power settings is active at a time; a power limit is independent.
 */
export const settingKinds = [
  'reactivePower',
  'fixedReactive',
  'powerFactorCurve',
  'voltageCurve',
  'powerLimit',
] as const
export type SettingKind = (typeof settingKinds)[number]

/** One corner of a curve: linear between corners, constant beyond the first and last corner. */
export interface CurvePoint {
  /** cos φ(P): active power, share of rated power; Q(U): voltage, share of nominal. */
  at: number
  /** cos φ(P): signed power factor; Q(U): reactive power, share of the greatest apparent power; positive injects. */
  value: number
}

export interface Setting {
  kind: SettingKind
  /**
   * reactivePower: signed power factor; fixedReactive: share of the greatest apparent power, positive injects;
   * powerLimit: share of rated power. Null: a curve.
   */
  value: number | null
  /** Null: no curve. */
  points: readonly CurvePoint[] | null
}

export const isSettingKind = (kind: string): kind is SettingKind => settingKinds.some((one) => one === kind)

export const isCurve = (kind: SettingKind): kind is 'powerFactorCurve' | 'voltageCurve' =>
  kind === 'powerFactorCurve' || kind === 'voltageCurve'

/** Settings of one group overwrite each other. */
export const settingGroupOf = (kind: SettingKind): 'active' | 'reactive' =>
  kind === 'powerLimit' ? 'active' : 'reactive'

/** Default settings of an inverter: no reactive power, no limit. */
export const unset = {
  reactive: { kind: 'reactivePower', value: 1, points: null },
  active: { kind: 'powerLimit', value: 1, points: null },
} as const satisfies Record<'active' | 'reactive', Setting>

/** Maximum reactive power as a share of apparent power, that of a power factor of 0.8: no control here exceeds it. */
export const reactiveShareMax = 0.6
/** Lower limits would switch some models off. */
export const powerLimitMin = 0.01
/** Number of curve corners, and their range. */
export const curvePoints = { min: 2, max: 4 } as const
export const curveReach = { powerFactorCurve: [0, 1], voltageCurve: [0.8, 1.2] } as const

/** Usual corners: VDE-AR-N 4105 over 4.6 kVA; a Q(U) with a dead band of 3 %. */
export const usualCurves = {
  powerFactorCurve: [
    { at: 0, value: 1 },
    { at: 0.5, value: 1 },
    { at: 1, value: -0.9 },
  ],
  voltageCurve: [
    { at: 0.93, value: 0.44 },
    { at: 0.97, value: 0 },
    { at: 1.03, value: 0 },
    { at: 1.07, value: -0.44 },
  ],
} as const satisfies Record<'powerFactorCurve' | 'voltageCurve', readonly CurvePoint[]>

export const settingFaults = [
  'powerFactor.missing',
  'powerFactor.outOfRange',
  'reactiveShare.missing',
  'reactiveShare.outOfRange',
  'powerLimit.missing',
  'powerLimit.outOfRange',
  'curve.pointCount',
  'curve.notRising',
  'curve.outOfRange',
  'curve.injectsMore',
] as const
export type SettingFault = (typeof settingFaults)[number]

/** First fault of a setting; null: valid. */
export function settingFaultOf({ kind, value, points }: Setting): SettingFault | null {
  switch (kind) {
    case 'reactivePower':
      if (value === null) return 'powerFactor.missing'
      return isPowerFactor(value) ? null : 'powerFactor.outOfRange'
    case 'fixedReactive':
      if (value === null) return 'reactiveShare.missing'
      return isReactiveShare(value) ? null : 'reactiveShare.outOfRange'
    case 'powerLimit':
      if (value === null) return 'powerLimit.missing'
      return isStep(value) && value >= powerLimitMin && value <= 1 ? null : 'powerLimit.outOfRange'
    default:
      return curveFaultOf(kind, points ?? [])
  }
}

function curveFaultOf(kind: 'powerFactorCurve' | 'voltageCurve', points: readonly CurvePoint[]): SettingFault | null {
  if (points.length < curvePoints.min || points.length > curvePoints.max) return 'curve.pointCount'
  const [low, high] = curveReach[kind]
  if (points.some(({ at }) => !isStep(at) || at < low || at > high)) return 'curve.outOfRange'
  if (points.some(({ at }, i) => at <= (points[i - 1]?.at ?? Number.NEGATIVE_INFINITY))) return 'curve.notRising'
  if (kind === 'powerFactorCurve') {
    return points.every(({ value }) => isPowerFactor(value)) ? null : 'powerFactor.outOfRange'
  }
  if (!points.every(({ value }) => isReactiveShare(value))) return 'reactiveShare.outOfRange'
  // Injecting more reactive power at a higher voltage would raise the voltage further.
  return points.some(({ value }, i) => value > (points[i - 1]?.value ?? Number.POSITIVE_INFINITY))
    ? 'curve.injectsMore'
    : null
}

const isReactiveShare = (value: number) => isStep(value) && Math.abs(value) <= reactiveShareMax

/** Settings have a resolution of 0.1 %. */
const isStep = (value: number) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6

/**
 * Registers round, many to a percent, and limits round down. So two limits are the same within less than one percent,
 * shares of reactive power within half a percent, power factors within half a thousandth.
 */
export function isSameSetting(a: Setting, b: Setting): boolean {
  if (a.kind !== b.kind) return isNone(a) && isNone(b)
  if (a.kind === 'reactivePower') return a.value !== null && b.value !== null && isSamePowerFactor(a.value, b.value)
  if (!isCurve(a.kind)) {
    const apart = a.kind === 'powerLimit' ? 0.01 - 1e-9 : 0.005 + 1e-9
    return a.value !== null && b.value !== null && Math.abs(a.value - b.value) < apart
  }
  const [kind, own, other] = [a.kind, a.points ?? [], b.points ?? []]
  return (
    own.length === other.length &&
    own.every((point, i) => {
      const twin = other[i]
      return twin !== undefined && Math.abs(point.at - twin.at) < 0.005 && isSameCorner(kind, point.value, twin.value)
    })
  )
}

/** Some inverters store a power factor curve as reactive power, which rounds its power factors. */
const isSameCorner = (kind: 'powerFactorCurve' | 'voltageCurve', a: number, b: number) =>
  kind === 'powerFactorCurve' ? Math.abs(curveSide(a) - curveSide(b)) < 0.005 : Math.abs(a - b) < 0.005

/** Distance from a power factor of 1, with the sign of its reactive power (+1 and -1 both mean none). */
const curveSide = (powerFactor: number) => Math.sign(powerFactor) * (1 - Math.abs(powerFactor))

/** Whether the setting means no reactive power, whichever control sets it. */
const isNone = ({ kind, value }: Setting) =>
  (kind === 'reactivePower' && value !== null && isSamePowerFactor(value, 1)) ||
  (kind === 'fixedReactive' && value === 0)

/** Value of a curve at a position; null: it has no corners. */
export function curveAt(points: readonly CurvePoint[], at: number, of: (value: number) => number = (v) => v) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  if (at <= first.at) return of(first.value)
  const right = points.findIndex((point) => at < point.at)
  const [a, b] = [points[right - 1], points[right]]
  if (!a || !b) return of(last.value)
  return of(a.value) + ((at - a.at) / (b.at - a.at)) * (of(b.value) - of(a.value))
}

/**
 * Signed power factor of a cos φ(P) curve at a share of rated power. A change from injecting to absorbing passes
 * through 1.
 */
export function powerFactorAt(points: readonly CurvePoint[], powerShare: number): number {
  const side = curveAt(points, powerShare, curveSide) ?? 0
  return side < 0 ? -(1 + side) : 1 - side
}
