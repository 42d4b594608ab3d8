import type { Device } from './entities/index.ts'
import type { DeviceStatus } from './telemetry.ts'

/** Longer than any night at which plants are run commercially; older data counts as old. */
const longestNightMs = 24 * 3_600_000

/** Whether data is old only because of the night: loggers sleep with their inverters. `now` is epoch ms. */
export function isAsleep(
  { age, status, statusReason }: Pick<Device, 'age' | 'statusReason'> & Partial<Pick<Device, 'status'>>,
  now: number,
): boolean {
  // If some inverters of a station fell silent during daylight, the others may still be asleep.
  const isNight = statusReason === 'night' || (status === 'standby' && statusReason === 'partlyProducing')
  if (!isNight || age.state === 'live' || age.measuredAt === null) return false
  return now - Date.parse(age.measuredAt) < longestNightMs
}

/**
 * Label and appearance of a status. A partly producing station has a label of its own and looks like standby. At night
 * its remaining inverters sleep, so it shows its plain status.
 */
export function shownStatus({ status, statusReason }: Pick<Device, 'status' | 'statusReason'>): {
  word: DeviceStatus | 'partly'
  look: DeviceStatus
} {
  const isPartly = statusReason === 'partlyProducing' && status !== 'standby'
  return isPartly ? { word: 'partly', look: 'standby' } : { word: status, look: status }
}
