import type { PowerFactorControl } from '../control/power-factor-control.ts'
import type { SettingControl } from '../control/setting-control.ts'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import type { Trouble } from './trouble.ts'

/** A lifetime counter as the device tells it, before it is known to be one that never falls. */
export interface CounterReading {
  /** The register or field it stands in, for example `sunspec.122.ActWh`: another one is another counter. */
  origin: string
  kwh: number
  /** Where it begins anew at 0, kWh; null: it does not. */
  wrapsAtKwh: number | null
}

/** What a source told of one device at one time. */
export interface Reading {
  /** Without `energyTotalKwh`, which comes of `counter`. */
  frame: DeviceFrame
  /** Null: the device told none, or one that means "not known", such as 0. */
  counter: CounterReading | null
}

/** One device, or a box that speaks for several, that is asked again and again. */
export interface Source {
  /** For people, for example `sunspec 192.168.1.20:502`. */
  readonly name: string
  /**
   * What its devices tell now. A device that is asleep or away is left out; what was not measured is absent.
   * @throws SourceAway when nothing answers; SourceTrouble for an answer that made no sense
   */
  read: () => Promise<Reading[]>
  /** Why some of its devices told nothing in the last round, where others did. */
  away?: () => readonly Trouble[]
  /** Irradiance, temperatures and wind, where it has such; as `read`. */
  readSensors?: () => Promise<SensorFrame[]>
  /** What it told in the last round that has no place in a frame, for people: a battery, a place, an inclination. */
  notes?: () => readonly string[]
  /** How the power factor of one of its devices is set; null where it has no such device, or it cannot be set. */
  controlOf?: (serial: string) => PowerFactorControl | null
  /** The same for all other settings. */
  settingOf?: (serial: string) => SettingControl | null
  close: () => Promise<void>
}
