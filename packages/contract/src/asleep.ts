import type { Device } from './entities/index.ts'
import type { DeviceStatus } from './telemetry.ts'

/** Longer than any night at which people run plants for money; after it old data are old. */
const longestNightMs = 24 * 3_600_000

/** Whether old data are only the night's: loggers sleep with their inverters. `now` is epoch ms. */
export function isAsleep(
  { age, status, statusReason }: Pick<Device, 'age' | 'statusReason'> & Partial<Pick<Device, 'status'>>,
  now: number,
): boolean {
  // Of a station some of whose inverters fell silent while it was light, the others sleep.
  const isNight = statusReason === 'night' || (status === 'standby' && statusReason === 'partlyProducing')
  if (!isNight || age.state === 'live' || age.measuredAt === null) return false
  return now - Date.parse(age.measuredAt) < longestNightMs
}

/**
 * What a status is called and how it looks: of a station whose inverters do not all produce, the word is its own, and it looks
 * as what waits. At night those that are left sleep.
 */
export function shownStatus({ status, statusReason }: Pick<Device, 'status' | 'statusReason'>): {
  word: DeviceStatus | 'partly'
  look: DeviceStatus
} {
  const isPartly = statusReason === 'partlyProducing' && status !== 'standby'
  return isPartly ? { word: 'partly', look: 'standby' } : { word: status, look: status }
}
