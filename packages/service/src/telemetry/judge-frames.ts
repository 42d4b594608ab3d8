import type { RowErrorCode } from '@helioport/contract'
import type { DeviceFrame, IngestReply, SensorFrame } from '@helioport/contract/ingest'

export type RejectedRow = IngestReply['rejected'][number]

/** An accepted frame, with its device's number and rated power. */
export interface OwnFrame {
  no: number
  ratedW: number
  frame: DeviceFrame
}

export interface KnownDevice {
  no: number
  serial: string
  logger_id: string
  rated_power_w: number
  /** When the serial belonged to this device; null: no bound. */
  since: number | null
  until: number | null
}

/** The device that had the serial at an instant. */
export function deviceAt<D extends KnownDevice>(candidates: readonly D[] | undefined, at: number): D | undefined {
  return candidates?.find(({ since, until }) => (since === null || at >= since) && (until === null || at < until))
}

/** Clocks without battery start at 1970, 1980 or 2000: before any inverter whose data could be imported. */
const longestAgoMs = 20 * 365.25 * 24 * 3_600_000
const greatestLeadMs = 10 * 60_000
/** Far above any measured value; protects the history from noise and from overflow of real (3.4e38). */
const greatestValue = 1e9

/** The fault of a row's time, or null. */
export function clockFault(at: number, now: number): RowErrorCode | null {
  if (at > now + greatestLeadMs) return 'row.clockTooFar'
  return at < now - longestAgoMs ? 'row.tooOld' : null
}

/** Bound as a multiple of rated power: above the thousandfold, which a wrong unit explains. */
const mostPowerShare = 1500

/**
 * False for power that fits this inverter in no unit (power a thousand times too great is kept aside instead), for
 * frequencies of no grid, and for negative counters.
 */
export function isDeviceInRange(frame: DeviceFrame, ratedPowerW: number): boolean {
  const { powerW, frequencyHz, energyTotalKwh, powerFactor } = frame
  if (typeof powerW === 'number' && Math.abs(powerW) > mostPowerShare * ratedPowerW + 1e6) return false
  if (typeof frequencyHz === 'number' && (frequencyHz < 0 || frequencyHz > 100)) return false
  if (typeof energyTotalKwh === 'number' && energyTotalKwh < 0) return false
  if (typeof powerFactor === 'number' && Math.abs(powerFactor) > 1.001) return false
  return areStorable(frame)
}

export function isSensorInRange(frame: SensorFrame): boolean {
  return areStorable(frame)
}

/** Hot path, run for every value: allocates nothing. */
function areStorable(frame: DeviceFrame | SensorFrame): boolean {
  for (const key in frame) {
    if (key === 'at' || key === 'errorWord') continue
    const value: unknown = frame[key as keyof typeof frame]
    if (typeof value === 'number' && Math.abs(value) > greatestValue) return false
    if (Array.isArray(value))
      for (const item of value) if (item !== null && Math.abs(item) > greatestValue) return false
  }
  return true
}

/** Why this logger may not write frames of the device (undefined: unknown to the account), or null. */
export function deviceOwnerError(device: KnownDevice | undefined, logger: { id: string }): RowErrorCode | null {
  if (!device) return 'row.unknownSerial'
  return device.logger_id === logger.id ? null : 'row.foreignSerial'
}
