import type { StationDay } from '@helioport/contract'

export interface DeviceShare {
  deviceId: string
  name: string
  /** kWh of the day; null: not known. */
  energyKwh: number | null
  /** Energy relative to the best device, 0 to 1: the length of its bar. */
  ofBest: number
  /** How far it lies from the middle device, -1 to …; null where one of both is not known or the middle is 0. */
  againstMiddle: number | null
  powerW: StationDay['devices'][number]['powerW']
}

/** Middle value of what is known; null when nothing is. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  const high = known[Math.floor(known.length / 2)]
  if (high === undefined) return null
  const low = known[Math.ceil(known.length / 2) - 1] ?? high
  return (low + high) / 2
}

/** The devices of a day in the station's own order, each against the best and the middle one. */
export function deviceSharesOf(devices: StationDay['devices']): DeviceShare[] {
  const energies = devices.map((device) => device.energyKwh)
  const best = Math.max(0, ...energies.map((energy) => energy ?? 0))
  const middle = medianOf(energies)
  return devices.map(({ deviceId, name, energyKwh, powerW }) => ({
    deviceId,
    name,
    energyKwh,
    powerW,
    ofBest: best > 0 ? Math.max(0, energyKwh ?? 0) / best : 0,
    againstMiddle: energyKwh === null || middle === null || middle <= 0 ? null : energyKwh / middle - 1,
  }))
}

/** The devices that a chart shows first: the weakest ones, since they are what a person looks for. */
export function weakest(shares: readonly DeviceShare[], count: number): string[] {
  return shares
    .filter((share) => share.energyKwh !== null)
    .toSorted((a, b) => (a.energyKwh ?? 0) - (b.energyKwh ?? 0))
    .slice(0, count)
    .map((share) => share.deviceId)
}

/** A legend of up to four names stands at the line ends. */
const mostMarked = 4

/** The marked devices after a click on one: off when it was on; a fifth takes the place of the first. */
export function toggled(marked: readonly string[], deviceId: string): string[] {
  if (marked.includes(deviceId)) return marked.filter((id) => id !== deviceId)
  return [...marked, deviceId].slice(-mostMarked)
}
