import type { StationDay } from '@helioport/contract'

/** What the devices that report make together where another is silent; null where all report or none does. */
export function partialPower({ powerW, devices }: Pick<StationDay, 'powerW' | 'devices'>): (number | null)[] {
  return powerW.map((whole, bin) => {
    const known = devices.map((device) => device.powerW[bin] ?? null).filter((value) => value !== null)
    return whole !== null || known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
}
