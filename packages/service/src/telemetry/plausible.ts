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
  return faultsOf({ sensorLimit: limit, nightLight: isDark ? light : [] })
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
  return faultsOf({ deviceLimit: keysOutside(frame, limits), counterLimit: keysOutside(frame, counter) })
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
