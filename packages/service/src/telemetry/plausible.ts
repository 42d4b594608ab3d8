import type { AsideReason } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { type Place, sunAltitude } from '../figure/sun.ts'

/**
 * Physical limits. In-plane irradiance with cloud edges and snow reaches at most 1.5 times that outside the atmosphere
 * (1361 W/m2); a sensor in the dark reads zero give or take a few W/m2.
 */
const sensorLimits = {
  irradianceWm2: [-50, 1.5 * 1361],
  horizontalWm2: [-50, 1.5 * 1361],
  ambientC: [-70, 65],
  moduleC: [-70, 120],
  windMs: [0, 90],
} as const satisfies Record<string, readonly [number, number]>

/** Below civil twilight, sky light is less than the offset of an irradiance sensor. */
const darkAltitude = -6
const darkWm2 = 20

/** Limit of power as a share of rated power, with a margin for measurement errors. */
const greatestShare = 1.5
/** Above this share of rated power the value is taken as one in another unit, a thousand times too great. */
const thousandfoldShare = 20
/** Limit for DC power: measured before the inverter clips. */
const greatestDcShare = 3
/** Margin for the coarse measurement of small devices, W. */
const coarseW = 1000
const deviceLimits = {
  cabinetC: [-70, 150],
  acVoltageV: [-50, 50_000],
  acCurrentA: [-10_000, 10_000],
  mpptVoltageV: [-50, 3000],
  mpptCurrentA: [-100, 10_000],
  stringCurrentA: [-100, 1000],
} as const satisfies Record<string, readonly [number, number]>
/** Longest life of an inverter, h. */
const longestLifeH = 40 * 8766

/** Implausible values of a frame, by reason. */
export type Faults = Partial<Record<AsideReason, string[]>>

type Limit = readonly [least: number, most: number]

/** Hot path, run for every value: allocates nothing. */
function isOutside(value: unknown, limit: Limit): boolean {
  if (typeof value === 'number') return value < limit[0] || value > limit[1]
  if (Array.isArray(value)) for (const each of value) if (isOutside(each, limit)) return true
  return false
}

/** `place`: of the logger's station; null: no station. */
export function sensorFaults(frame: SensorFrame, place: Place | null): Faults | null {
  const limit = keysOutside(frame, sensorLimits)
  const light = (['irradianceWm2', 'horizontalWm2'] as const).filter(
    (key) => (frame[key] ?? 0) > darkWm2 && !limit.includes(key),
  )
  const isDark = light.length > 0 && place !== null && sunAltitude(frame.at, place) < darkAltitude
  const { irradianceWm2, horizontalWm2 } = frame
  const unit = kiloOf('irradianceWm2', irradianceWm2, horizontalWm2, brightWm2)
  const horizontalUnit = kiloOf('horizontalWm2', horizontalWm2, irradianceWm2, brightWm2)
  return faultsOf({ sensorLimit: limit, nightLight: isDark ? light : [], unit: [...unit, ...horizontalUnit] })
}

/** The lifetime counter is judged elsewhere: by its steps, when the day is computed. */
export function deviceFaults(frame: DeviceFrame, ratedW: number): Faults | null {
  const power = greatestShare * ratedW + coarseW
  const limits = {
    ...deviceLimits,
    powerW: [-power, power],
    reactiveVar: [-power, power],
    dcPowerW: [-power, greatestDcShare * ratedW + coarseW],
    hoursTotal: [0, longestLifeH],
  } as const
  const counter = {
    energyTodayKwh: [0, (greatestShare * ratedW * 25) / 1000 + 1],
  } as const
  const great = (['powerW', 'dcPowerW'] as const).filter(
    (key) => (frame[key] ?? 0) > thousandfoldShare * ratedW + power,
  )
  const deviceLimit = keysOutside(frame, limits).filter((key) => !great.some((own) => own === key))
  const unit = [...unitFaults(frame, ratedW).filter((key) => !deviceLimit.includes(key)), ...great]
  return faultsOf({ deviceLimit, counterLimit: keysOutside(frame, counter), unit })
}

/**
 * Factor by which a value in kilo units is too small; the range covers the error of the value that it is compared with.
 */
const [kiloLeast, kiloMost] = [600, 1500]
/** Below this share of rated power, own consumption and rounding dominate. */
const producingShare = 0.02
const brightWm2 = 100

/** Finds power in kW, compared with volts times amperes of its own side, or with the power of the other side. */
function unitFaults(frame: DeviceFrame, ratedW: number): ('powerW' | 'dcPowerW')[] {
  const { powerW, dcPowerW } = frame
  const least = producingShare * ratedW
  const ac = kiloOf('powerW', powerW, productOf(frame.acVoltageV, frame.acCurrentA), least)
  const dc = kiloOf('dcPowerW', dcPowerW, productOf(frame.mpptVoltageV, frame.mpptCurrentA), least)
  const byDc = dc.length > 0 ? [] : kiloOf('powerW', powerW, dcPowerW, least)
  const byAc = ac.length > 0 ? [] : kiloOf('dcPowerW', dcPowerW, powerW, least)
  return [...new Set([...ac, ...dc, ...byDc, ...byAc])]
}

/** `[key]` where its value is a thousandth of `other`, if `other` is at least `least`; otherwise `[]`. */
function kiloOf<K extends string>(
  key: K,
  value: number | null | undefined,
  other: number | null | undefined,
  least: number,
): K[] {
  if (value == null || other == null || value <= 0 || other < least) return []
  return other / value >= kiloLeast && other / value <= kiloMost ? [key] : []
}

type Vector = readonly (number | null)[] | undefined

/** Sum of volts times amperes; unknown elements count as 0. Null: no comparable vectors. */
function productOf(volts: Vector, amperes: Vector): number | null {
  if (!volts || !amperes || volts.length !== amperes.length || volts.length === 0) return null
  return volts.reduce<number>((sum, volt, index) => sum + (volt ?? 0) * (amperes[index] ?? 0), 0)
}

function keysOutside<F extends object>(frame: F, limits: { readonly [K in keyof F]?: Limit }) {
  const keys: (keyof F & string)[] = []
  for (const key in limits) {
    const limit = limits[key]
    if (limit && isOutside(frame[key], limit)) keys.push(key)
  }
  return keys
}

function faultsOf(faults: Faults): Faults | null {
  let found: Faults | null = null
  for (const reason in faults) {
    const keys = faults[reason as AsideReason]
    if (keys && keys.length > 0) found = Object.assign(found ?? {}, { [reason]: keys })
  }
  return found
}

/** The frame without its faulty values, and the values that were taken out, by reason. */
export function split<F extends { at: number }>(
  frame: F,
  faults: Faults,
): { rest: F; aside: { reason: AsideReason; frame: Partial<F> }[] } {
  const rest = { ...frame }
  const aside = (Object.entries(faults) as [AsideReason, (keyof F)[]][]).map(([reason, keys]) => {
    const taken = Object.fromEntries(keys.map((key) => [key, frame[key]])) as Partial<F>
    for (const key of keys) delete rest[key]
    return { reason, frame: taken }
  })
  return { rest, aside }
}
