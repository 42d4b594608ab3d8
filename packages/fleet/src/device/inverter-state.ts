import type { DeviceFrame } from '@helioport/contract/ingest'

/** State of an inverter between reports. Nested objects are replaced, never changed, because copies are shallow. */
export interface InverterState {
  energyWh: number
  todayWh: number
  /** Local day that `todayWh` belongs to. */
  day: number
  minutes: number
  /** The frame that a stale inverter repeats, and since when. */
  held?: { since: number; frame: DeviceFrame } | undefined
}
