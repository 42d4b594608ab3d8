import type { Device } from './entities/index.ts'

/** Longer than any night at which people run plants for money; after it old data are old. */
const longestNightMs = 24 * 3_600_000

/** Whether old data are only the night's: loggers sleep with their inverters. `now` is epoch ms. */
export function isAsleep({ age, statusReason }: Pick<Device, 'age' | 'statusReason'>, now: number): boolean {
  const isNight = statusReason === 'night' || statusReason === 'partlySilent'
  if (!isNight || age.state === 'live' || age.measuredAt === null) return false
  return now - Date.parse(age.measuredAt) < longestNightMs
}
