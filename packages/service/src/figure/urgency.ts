import type { DataAge } from '@helioport/contract'
import type { StatusWithReason } from './status.ts'

/** How much a station needs a person: a fault most, then silence, open alarms, late data; 0: not at all. */
export function urgencyOf(
  { status, statusReason, age }: StatusWithReason & { age: DataAge },
  openAlarms: number,
): number {
  if (status === 'abnormal') return 4
  if (status === 'offline') return 3
  if (openAlarms > 0 || statusReason === 'partlyProducing') return 2
  // Loggers sleep with their inverters: old data at night are no reason to get up.
  return statusReason !== 'night' && (age.state === 'late' || age.state === 'stale') ? 1 : 0
}
