import { paths, type Station } from '@helioport/contract'
import { LinkButton } from '@helioport/ui'
import { hrefOf } from './href.ts'
import { useStationText } from './use-station-text.ts'

/** Link to the connection of the first device, for persons with the right. */
export function ConnectLink({ station }: { station: Pick<Station, 'id' | 'memberId' | 'rights'> }) {
  const text = useStationText()
  if (!station.rights.includes('manage')) return null
  return (
    <LinkButton icon="plus" href={hrefOf(paths.stationConnect(station.memberId, station.id))}>
      {text('devices.connect')}
    </LinkButton>
  )
}
