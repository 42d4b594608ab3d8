import StationsMap from './stations-map.tsx'
import { usePlaces } from './use-fleet.ts'

const none: [] = []

/** Map of all stations of the account; `height` in px. */
export default function FleetMap({ height }: { height: number }) {
  const { data } = usePlaces()
  return <StationsMap stations={data ?? none} height={height} />
}
