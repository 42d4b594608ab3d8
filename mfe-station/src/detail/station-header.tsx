import { paths, type Station } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { PageHeader, StatusCount } from '@helioport/ui'
import { hrefOf } from '../station/href.ts'
import { StationStatus } from '../station/station-status.tsx'
import { useStationText } from '../station/use-station-text.ts'
import styles from './detail.module.css'

interface StationHeaderProps {
  station: Station
  /** Epoch ms. */
  now: number
}

const statusOrder = ['normal', 'standby', 'abnormal', 'offline'] as const

/** Header of a station: name, status with reason, place, local time, devices. */
export function StationHeader({ station, now }: StationHeaderProps) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  return (
    <PageHeader
      back={{ href: hrefOf(paths.stationList()), label: text('detail.back') }}
      title={station.name}
      status={
        <>
          <StationStatus status={station.status} reason={station.statusReason} look="soft" />
          <span className={styles.reason}>{word(`reason.${station.statusReason}`)}</span>
        </>
      }
      subtitle={
        <span className={styles.facts}>
          <span className={styles.factLines}>
            {station.address && <span>{station.address}</span>}
            <span>{format.capacity(station.capacityKwp).text}</span>
            <span>{text('detail.clock', { time: format.time(now, station.timeZone), zone: station.timeZone })}</span>
            <span>
              <a href={hrefOf(paths.station('devices', station.memberId, station.id))} className={styles.devices}>
                {text('detail.devicesLink')}
                {statusOrder
                  .filter((status) => station.deviceCounts[status] > 0)
                  .map((status) => (
                    <StatusCount
                      key={status}
                      status={status}
                      count={format.number(station.deviceCounts[status])}
                      label={word(`status.${status}`)}
                    />
                  ))}
              </a>
            </span>
          </span>
        </span>
      }
    />
  )
}
