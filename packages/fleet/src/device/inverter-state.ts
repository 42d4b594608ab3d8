import type { DeviceFrame } from '@helioport/contract/ingest'

/** What an inverter remembers from one report to the next. Replaced as a whole, never changed inside: copies are shallow. */
export interface InverterState {
  energyWh: number
  todayWh: number
  /** Local day that `todayWh` belongs to. */
  day: number
  minutes: number
  /** The frame that is told again and again, and since when. */
  held?: { since: number; frame: DeviceFrame } | undefined
}
