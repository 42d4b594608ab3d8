import type { AsideReason } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { type Place, sunAltitude } from '../figure/sun.ts'

/**
 * What no plant on earth has. In-plane irradiance beside clouds and over snow reaches one and a half times that of
 * the sun outside the atmosphere (1361 W/m2) at most; a sensor in the dark reads a few W/m2 less or more than zero.
 */
const sensorLimits = {
  irradianceWm2: [-50, 1.5 * 1361],
  horizontalWm2: [-50, 1.5 * 1361],
  ambientC: [-70, 65],
  moduleC: [-70, 120],
  windMs: [0, 90],
} as const satisfies Record<string, readonly [number, number]>

/** Below civil twilight the sky gives nothing that a sensor of sunlight tells from its offset. */
const darkAltitude = -6
const darkWm2 = 20

/** An inverter's share of its rated power: what its meter may say beside the truth, too. */
const greatestShare = 1.5
/** Beyond this share of rated power it is no wrong value, but one of a thousandth of it in another unit. */
const thousandfoldShare = 20
/** DC inputs are measured before the inverter holds them down. */
const greatestDcShare = 3
/** Small devices measure coarsely, W. */
const coarseW = 1000
const deviceLimits = {
  cabinetC: [-70, 150],
  acVoltageV: [-50, 50_000],
  acCurrentA: [-10_000, 10_000],
  mpptVoltageV: [-50, 3000],
  mpptCurrentA: [-100, 10_000],
  stringCurrentA: [-100, 1000],
} as const satisfies Record<string, readonly [number, number]>
/** No inverter is older, h. */
const longestLifeH = 40 * 8766

/** Values of a frame that cannot be true, by reason. */
export type Faults = Partial<Record<AsideReason, string[]>>

type Limit = readonly [least: number, most: number]

/** Runs for every value that comes in: nothing is made for it. */
function isOutside(value: unknown, limit: Limit): boolean {
  if (typeof value === 'number') return value < limit[0] || value > limit[1]
  if (Array.isArray(value)) for (const each of value) if (isOutside(each, limit)) return true
  return false
}

/** `place`: of the logger's station; null: it has none. */
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

/** The lifetime counter is judged by its steps, where the day is worked out. */
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

/** A value in kilo units is so many times less than it is; what it is held against is that exact, or better. */
const [kiloLeast, kiloMost] = [600, 1500]
/** Under this share of rated power own use and rounding decide. */
const producingShare = 0.02
const brightWm2 = 100

/** Power that is told in kW: beside volts times amperes of its own side, or beside the power of the other side. */
function unitFaults(frame: DeviceFrame, ratedW: number): ('powerW' | 'dcPowerW')[] {
  const { powerW, dcPowerW } = frame
  const least = producingShare * ratedW
  const ac = kiloOf('powerW', powerW, productOf(frame.acVoltageV, frame.acCurrentA), least)
  const dc = kiloOf('dcPowerW', dcPowerW, productOf(frame.mpptVoltageV, frame.mpptCurrentA), least)
  const byDc = dc.length > 0 ? [] : kiloOf('powerW', powerW, dcPowerW, least)
  const byAc = ac.length > 0 ? [] : kiloOf('dcPowerW', dcPowerW, powerW, least)
  return [...new Set([...ac, ...dc, ...byDc, ...byAc])]
}

/** The key, where its value is a thousandth of the other, and the other (at least `least`) says something. */
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

/** What is not known of them is left out. */
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

/** The frame without these values, and what each reason took out of it. */
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
