import type { Station } from '@helioport/contract'

/** Props of every tab. */
export interface StationTabProps {
  station: Station
  /** Epoch ms. */
  now: number
}
