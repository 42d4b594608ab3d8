import type { Station } from '@helioport/contract'

/** What every tab is given. */
export interface StationTabProps {
  station: Station
  /** Epoch ms. */
  now: number
}
