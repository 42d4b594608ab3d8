import type { RowErrorCode } from '@helioport/contract'
import type { DeviceFrame, IngestReply, SensorFrame } from '@helioport/contract/ingest'

export type RejectedRow = IngestReply['rejected'][number]

/** A frame that passed, with the key and the rated power of its device. */
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
  /** From when until when the serial was this device's; nulls: always. */
  since: number | null
  until: number | null
}

/** The device that had the serial at an instant. */
export function deviceAt<D extends KnownDevice>(candidates: readonly D[] | undefined, at: number): D | undefined {
  return candidates?.find(({ since, until }) => (since === null || at >= since) && (until === null || at < until))
}

/** Clocks that lost their date stand at 1970, 1980 or 2000: older than any inverter that could be imported. */
const longestAgoMs = 20 * 365.25 * 24 * 3_600_000
const greatestLeadMs = 10 * 60_000
/** No measured value of a plant comes near; real ends at 3.4e38, an instant of noise must not become history. */
const greatestValue = 1e9

/** What is wrong with the time of a row, or null. */
export function clockFault(at: number, now: number): RowErrorCode | null {
  if (at > now + greatestLeadMs) return 'row.clockTooFar'
  return at < now - longestAgoMs ? 'row.tooOld' : null
}

/** Of rated power: more is not even that of another unit. */
const mostPowerShare = 1500

/** Power no inverter of this size has in any unit (what is a thousand times too great is kept aside), frequencies no grid has, counters that run backwards below zero. */
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

/** Runs for every value that comes in: no lists are made of them. */
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

/** Why a device of the logger's account, or none, may not be written by this logger, or null. */
export function whoseDevice(device: KnownDevice | undefined, logger: { id: string }): RowErrorCode | null {
  if (!device) return 'row.unknownSerial'
  return device.logger_id === logger.id ? null : 'row.foreignSerial'
}
