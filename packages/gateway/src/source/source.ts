import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { SettingControl } from '../control/setting-control.ts'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import type { Trouble } from './trouble.ts'

/** A lifetime counter as reported, before it is guarded against falling. */
export interface CounterReading {
  /** Its register or field, for example `sunspec.122.ActWh`: another origin is another counter. */
  origin: string
  kwh: number
  /** Value at which it overflows to 0, kWh; null: never. */
  wrapsAtKwh: number | null
}

/** Reading of one device at one time. */
export interface Reading {
  /** Without `energyTotalKwh`, which is derived from `counter`. */
  frame: DeviceFrame
  /** Null: not reported, or a value that means "unknown", such as 0. */
  counter: CounterReading | null
}

/** One device, or a box with several, that is read repeatedly. */
export interface Source {
  /** For people, for example `sunspec 192.168.1.20:502`. */
  readonly name: string
  /**
   * Present readings. A device that is asleep or away is left out; values that were not measured are absent.
   * @throws SourceAway when nothing answers; SourceTrouble for an invalid answer
   */
  read: () => Promise<Reading[]>
  /** Troubles of devices without a reading in the last round, where others had one. */
  away?: () => readonly Trouble[]
  /** Irradiance, temperatures and wind, where it measures them; errors as for `read`. */
  readSensors?: () => Promise<SensorFrame[]>
  /** Facts of the last round that have no field in a frame, for people: a battery, a location, a tilt. */
  notes?: () => readonly string[]
  /** Power factor control of a device; null if the source does not have the device, or cannot set it. */
  controlOf?: (serial: string) => PowerFactorControl | null
  /** The same for all other settings. */
  settingOf?: (serial: string) => SettingControl | null
  close: () => Promise<void>
}
