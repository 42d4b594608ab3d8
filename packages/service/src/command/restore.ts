import { isPowerFactor } from '@helioport/contract'
import type { findRestorable } from './queries/command.ts'

export interface Wanted {
  deviceId: string
  powerFactor: number | null
}

/** What can be set again: per device the value it had. */
export function restorable(rows: Awaited<ReturnType<typeof findRestorable>>): Wanted[] {
  return rows.flatMap(({ device_id, former_power_factor }) =>
    former_power_factor !== null && isPowerFactor(former_power_factor)
      ? [{ deviceId: device_id, powerFactor: former_power_factor }]
      : [],
  )
}

/** The value that all get; null: they differ. */
export function commonOf(wanted: readonly Wanted[]): number | null {
  const [first] = wanted
  return first && wanted.every(({ powerFactor }) => powerFactor === first.powerFactor) ? first.powerFactor : null
}
