import {
  type AgeState,
  alarmsIn,
  type DataAge,
  deviceModes,
  type DeviceStatus,
  lateAfterIntervals,
  offlineAfterIntervals,
  type StatusCounts,
  type StatusReason,
  uploadIntervalMs,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { fellSilent, mayAllSleep } from './silence.ts'
import { isNight, type Place } from './sun.ts'

export interface StatusWithReason {
  status: DeviceStatus
  statusReason: StatusReason
}

/**
 * Last contact of a sender, epoch ms, and its interval; null: never. `lag_s`: how far the clock that stamps its frames
 * is behind; absent: 0.
 */
export interface LastHeard {
  ts: number | null
  interval_s: number | null
  lag_s?: number | null
}

/** Newest frame of a device; null: it never sent one. */
export interface NewestFrame extends LastHeard {
  mode: number | null
  error_word: number | null
  /** W. */
  power_w: number | null
}

/** Age of the newest data: late from 2 of the sender's own intervals on, stale from 3. */
export function ageOf(heard: LastHeard, now: number): DataAge {
  return { state: ageState(heard, now), measuredAt: heard.ts === null ? null : iso(heard.ts) }
}

const intervalOf = ({ interval_s }: LastHeard) => (interval_s === null ? uploadIntervalMs : interval_s * 1000)

function ageState(heard: LastHeard, now: number): AgeState {
  if (heard.ts === null) return 'none'
  const intervals = (now - heard.ts - lagOf(heard)) / intervalOf(heard)
  if (intervals >= offlineAfterIntervals) return 'stale'
  return intervals >= lateAfterIntervals ? 'late' : 'live'
}

const lagOf = ({ lag_s }: LastHeard) => (lag_s ?? 0) * 1000

/** Not stale: fewer than three of its own intervals old. */
export function isFresh(heard: LastHeard, now: number): boolean {
  return heard.ts !== null && now < staleAt(heard)
}

export const lateAt = (heard: LastHeard) =>
  (heard.ts ?? -Infinity) + lagOf(heard) + lateAfterIntervals * intervalOf(heard)

export const staleAt = (heard: LastHeard) =>
  (heard.ts ?? -Infinity) + lagOf(heard) + offlineAfterIntervals * intervalOf(heard)

/** The sender that becomes stale last: while it reports, the data of all of them together is current. */
export function freshest(heard: readonly LastHeard[]): LastHeard {
  return heard.reduce((best, own) => (staleAt(own) > staleAt(best) ? own : best), { ts: null, interval_s: null })
}

/** Longer than any night except a polar one: a device that was silent for so long is not asleep. */
export const longestSleepMs = 24 * 3_600_000

/**
 * Mode 3 or 4: normal; 5: abnormal; 0, 1, 9: standby. No mode: normal while it makes power, otherwise standby. No frame
 * for three of its intervals: offline, but standby in the dark and at low sun, when inverters sleep, unless it was
 * silent in the light before; after a day without a frame it is offline at night, too.
 */
export function deviceStatus(
  frame: NewestFrame & { rated_power_w: number },
  place: Place,
  now: number,
): StatusWithReason {
  if (frame.ts === null) return { status: 'offline', statusReason: 'neverSeen' }
  if (!isFresh(frame, now)) {
    const sleeps = mayAllSleep(now, place) && now - frame.ts <= longestSleepMs && !fellSilent(frame, now, place)
    return sleeps ? { status: 'standby', statusReason: 'night' } : { status: 'offline', statusReason: 'noData' }
  }
  switch (frame.mode) {
    case deviceModes.onGrid:
    case deviceModes.offGrid:
      return { status: 'normal', statusReason: 'producing' }
    case deviceModes.fault:
      return { status: 'abnormal', statusReason: 'alarm' }
    case deviceModes.shutdown:
      return { status: 'standby', statusReason: 'shutDown' }
  }
  // A meter, or an inverter behind a meter: only its power is known.
  if (frame.mode === null && (frame.power_w ?? 0) > 0) return { status: 'normal', statusReason: 'producing' }
  if (alarmsIn(frame.error_word).includes('E3')) return { status: 'standby', statusReason: 'waitingForGrid' }
  if (isNight(now, place)) return { status: 'standby', statusReason: 'night' }
  return { status: 'standby', statusReason: frame.mode === null ? 'stateNotReported' : 'waitingForSun' }
}

export function countStatuses(devices: readonly StatusWithReason[]): StatusCounts {
  const counts: StatusCounts = { normal: 0, abnormal: 0, standby: 0, offline: 0 }
  for (const device of devices) counts[device.status] += 1
  return counts
}

/**
 * Status of a station: abnormal if one device is; otherwise normal while one produces, standby while one waits, offline
 * when none sends. A device that never sent a frame, or has stopped, does not make the others offline. `missing`: how
 * many devices do not report although they should, or should have when it was light; the station is then partly
 * producing while the others produce or sleep.
 */
export function stationStatus(devices: readonly StatusWithReason[], missing = 0): StatusWithReason {
  const produces = devices.some((device) => device.statusReason === 'producing')
  const isFaulty = devices.some((device) => device.status === 'abnormal')
  if (produces && (isFaulty || missing > 0)) {
    return { status: isFaulty ? 'abnormal' : 'normal', statusReason: 'partlyProducing' }
  }
  const order: DeviceStatus[] = ['abnormal', 'normal', 'standby']
  for (const status of order) {
    const found = devices.find((device) => device.status === status)
    if (found?.statusReason === 'night' && missing > 0) return { status, statusReason: 'partlyProducing' }
    if (found) return found
  }
  const seen = devices.some((device) => device.statusReason !== 'neverSeen')
  return { status: 'offline', statusReason: seen ? 'noData' : 'neverSeen' }
}
