import type { DataAge } from '@helioport/contract'
import type { StatusWithReason } from './status.ts'

/** Urgency of a station, highest first: fault, silence, open alarms, late data; 0: none. */
export function urgencyOf(
  { status, statusReason, age }: StatusWithReason & { age: DataAge },
  openAlarms: number,
): number {
  if (status === 'abnormal') return 4
  if (status === 'offline') return 3
  if (openAlarms > 0 || statusReason === 'partlyProducing') return 2
  // Loggers sleep with their inverters: old data at night is normal.
  return statusReason !== 'night' && (age.state === 'late' || age.state === 'stale') ? 1 : 0
}
