import { ivPointCount } from '@helioport/contract'
import type { ReadCurve, ReadProblem, ReadResult } from '@helioport/iv/read'
import { leastPoints, oneWay } from '@helioport/iv/sweeps'
import { backOf, inTenths } from '../command/cell-heat.ts'
import { thinnedCurve } from './thinned-curve.ts'

/** Strings of the largest inverter. */
export const mostStrings = 32
const mostTrackers = 12
/** Limit of the service for V and A. */
const highest = 10_000
/** Relative difference of light between a file's curves above which it is reported. */
const alike = 0.1

export interface TracerFile {
  curves: { mppt: number; string: number; voltageV: number[]; currentA: number[]; points: number }[]
  irradianceWm2: number | null
  /** Temperature of the modules' back, degC; computed where the file gives the cells'. */
  moduleC: number | null
  /** Cell temperature of the file, degC; null: it gives the back's, or none. */
  cellC: number | null
  /** The light differed between curves. */
  isUnlike: boolean
  problems: { problem: FileProblem; line: number }[]
}

type FileProblem = ReadProblem | 'tooMany' | 'tooShort' | 'range'

/** Wiring of the measured device. */
interface Wiring {
  mpptCount: number
  stringCount: number
}

/** Strings of a device found in a read file. */
export function tracerFile({ curves, problems }: ReadResult, wiring: Wiring): TracerFile {
  const told = curves.map(({ conditions }) => conditions)
  const irradianceWm2 = meanOf(told.map((one) => one.irradianceWm2))
  const cellC = meanOf(told.map((one) => one.cellC))
  const isOfCells = told.some((one) => one.cellC !== null && !one.isFromBack)
  const light = told.flatMap((one) => one.irradianceWm2 ?? [])
  const found: FileProblem[] = [
    ...(curves.length > mostStrings ? (['tooMany'] as const) : []),
    ...(curves.some(({ curve }) => curve.voltageV.length < leastPoints) ? (['tooShort'] as const) : []),
    ...(curves.some(({ curve }) => [...curve.voltageV, ...curve.currentA].some((value) => Math.abs(value) > highest))
      ? (['range'] as const)
      : []),
  ]
  const places = placesOf(curves, wiring)
  return {
    curves: curves.slice(0, mostStrings).map(({ curve }, nth) => ({
      ...(places[nth] ?? { mppt: 1, string: nth + 1 }),
      ...thinnedCurve(oneWay(curve), ivPointCount),
      points: curve.voltageV.length,
    })),
    irradianceWm2: irradianceWm2 === null ? null : Math.round(irradianceWm2),
    moduleC: backOf(cellC, irradianceWm2),
    cellC: isOfCells && cellC !== null ? inTenths(cellC) : null,
    isUnlike: light.length > 1 && Math.max(...light) - Math.min(...light) > alike * Math.max(...light),
    problems: [...problems, ...found.map((problem) => ({ problem, line: 0 }))],
  }
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Tracker and string of each curve: `1-2` names both, a number the string; otherwise the order counts. */
function placesOf(curves: readonly ReadCurve[], { mpptCount, stringCount }: Wiring) {
  const trackerOf = (string: number) =>
    stringCount > 0 ? Math.min(Math.max(mpptCount, 1), Math.ceil((string * Math.max(mpptCount, 1)) / stringCount)) : 1
  const named = curves.map(({ name }) => {
    const [, mppt, string] = /^(?:(\d{1,2})-)?(\d{1,2})$/.exec(name) ?? []
    const number = Number(string ?? 0)
    return { mppt: mppt === undefined ? trackerOf(number) : Number(mppt), string: number }
  })
  const isWhole = named.every(
    ({ mppt, string }) => mppt >= 1 && mppt <= mostTrackers && string >= 1 && string <= mostStrings,
  )
  const isDistinct = new Set(named.map(({ mppt, string }) => `${mppt} ${string}`)).size === named.length
  if (isWhole && isDistinct) return named
  return curves.map((_, nth) => ({ mppt: trackerOf(nth + 1), string: nth + 1 }))
}
