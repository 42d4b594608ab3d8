import type { StationDay } from '@helioport/contract'

export interface DeviceShare {
  deviceId: string
  name: string
  /** kWh of the day; null: unknown. */
  energyKwh: number | null
  /** kWh per kWp: makes devices of different size comparable. */
  specificYield: number | null
  /** Yield relative to the best device, 0 to 1: the length of its bar. */
  ofBest: number
  /** Deviation from the median device, -1 to …; null when either is unknown or the median is 0. */
  againstMiddle: number | null
  powerW: StationDay['devices'][number]['powerW']
}

/** Median of the known values; null when there is none. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const high = known[Math.floor(known.length / 2)]
  if (high === undefined) return null
  const low = known[Math.ceil(known.length / 2) - 1] ?? high
  return (low + high) / 2
}

/** The devices of a day in the station's own order, each compared with the best and the median device. */
export function deviceSharesOf(devices: StationDay['devices']): DeviceShare[] {
  const yields = devices.map((device) => device.specificYield)
  const best = Math.max(0, ...yields.map((own) => own ?? 0))
  const middle = medianOf(yields)
  return devices.map(({ deviceId, name, energyKwh, specificYield, powerW }) => ({
    deviceId,
    name,
    energyKwh,
    specificYield,
    powerW,
    ofBest: best > 0 ? Math.max(0, specificYield ?? 0) / best : 0,
    againstMiddle: specificYield === null || middle === null || middle <= 0 ? null : specificYield / middle - 1,
  }))
}

/** Most names that fit at the line ends. */
const mostMarked = 4

/** A device this far below the median is worth a look. */
const weakFrom = -0.1

export const isWeak = ({ againstMiddle }: DeviceShare): boolean => againstMiddle !== null && againstMiddle <= weakFrom

/** The devices that a chart names first: the weak ones, since a person looks for them; otherwise the first one. */
export function firstMarked(shares: readonly DeviceShare[]): string[] {
  const weak = shares.filter(isWeak).toSorted((a, b) => (a.againstMiddle ?? 0) - (b.againstMiddle ?? 0))
  return (weak.length > 0 ? weak : shares.slice(0, 1)).slice(0, mostMarked).map((share) => share.deviceId)
}

/** The marked devices after a click: a marked device is unmarked; a fifth device replaces the first. */
export function toggled(marked: readonly string[], deviceId: string): string[] {
  if (marked.includes(deviceId)) return marked.filter((id) => id !== deviceId)
  return [...marked, deviceId].slice(-mostMarked)
}
