import { lazy, Suspense } from 'react'
import { apiBasePath, paths, type Station } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Card, DescriptionList, LinkButton, Row, Skeleton } from '@helioport/ui'
import { hrefOf } from '../../station/href.ts'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { type TabText, useTabText } from '../tab-texts.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { DeviceCard } from './device-card.tsx'
import { DeleteStation } from './delete-station.tsx'
import { FactorCard } from './factor-card.tsx'
import { LoggerCard } from './logger-card.tsx'
import { TariffCard } from './tariff-card.tsx'
import own from './information.module.css'

const StationsMap = lazy(() => import('../../station/stations-map.tsx'))
const mapHeight = 300

/** The station's entered data, location, rates and devices. */
export default function InformationTab({ station, now }: StationTabProps) {
  const stationText = useStationText()
  const owner = useOwnerText()
  const canChange = station.rights.includes('manage')
  return (
    <div className={styles['day']}>
      <Card
        title={stationText('detail.tab.information')}
        extra={
          canChange && (
            <Row>
              <LinkButton icon="edit" size="s" href={hrefOf(paths.stationEdit(station.memberId, station.id))}>
                {owner('title.edit')}
              </LinkButton>
              <DeleteStation station={station} />
            </Row>
          )
        }
      >
        <Pictures station={station} />
        <Facts station={station} />
      </Card>
      <Card padding="none" label={stationText('dashboard.map')}>
        <Suspense fallback={<Skeleton height={mapHeight} />}>
          <StationsMap stations={[station]} height={mapHeight} />
        </Suspense>
      </Card>
      {station.rights.includes('income') && <TariffCard station={station} now={now} />}
      <FactorCard station={station} now={now} />
      <DeviceCard station={station} />
      {canChange && <LoggerCard station={station} now={now} />}
    </div>
  )
}

function Pictures({ station }: { station: Station }) {
  const owner = useOwnerText()
  const pictures = [
    { id: station.pictureId, label: owner('field.picture'), look: 'picture' },
    { id: station.logoId, label: owner('field.logo'), look: 'logo' },
  ].filter(({ id }) => id !== null)
  if (pictures.length === 0) return null
  return (
    <div className={own['pictures']}>
      {pictures.map(({ id, label, look }) => (
        <img key={look} className={own[look]} src={`${apiBasePath}/pictures/${id}`} alt={`${station.name}: ${label}`} />
      ))}
    </div>
  )
}

/** Serials of the loggers whose sensors the station uses. */
function sensorSource({ collectorSerial, weather }: Station, text: TabText): string {
  const serial = weather.source.map(({ loggerSerial }) => loggerSerial).join(', ')
  if (serial === '') return text('information.noSensors')
  if (weather.source.some(({ isCollector }) => isCollector)) return text('information.sensorsOfCollector', { serial })
  const of = text('information.sensorsOf', { serial })
  return collectorSerial === '' ? of : `${text('information.collectorUnknown', { serial: collectorSerial })} (${of})`
}

/** The entered data. */
function Facts({ station }: { station: Station }) {
  const text = useTabText()
  const owner = useOwnerText()
  const format = useFormat()
  const orNone = (value: string) => value || '–'
  const items = [
    { label: text('information.installedOn'), value: format.date(station.installedOn) },
    { label: text('information.capacity'), value: format.capacity(station.capacityKwp).text },
    { label: text('information.base'), value: format.energy(station.energyBaseKwh).text },
    {
      label: text('information.coefficient'),
      value: format.quantity(station.temperatureCoefficient * 100, '%/°C', 2).text,
    },
    { label: text('information.timeZone'), value: station.timeZone },
    { label: text('information.address'), value: orNone(station.address) },
    {
      label: text('information.position'),
      value: `${format.number(station.latitude, 5)}, ${format.number(station.longitude, 5)}`,
    },
    { label: owner('field.currency'), value: station.currency },
    { label: text('information.caseNumber'), value: orNone(station.caseNumber) },
    { label: text('information.collector'), value: orNone(station.collectorSerial) },
    { label: text('information.sensors'), value: sensorSource(station, text) },
    { label: owner('field.mpptCheck'), value: owner(station.mpptCheck ? 'information.on' : 'information.off') },
    { label: owner('field.sortNumber'), value: format.number(station.sortNumber) },
    {
      label: owner('field.videoUrl'),
      value: station.videoUrl ? (
        <a href={station.videoUrl} target="_blank" rel="noreferrer">
          {owner('information.openVideo')}
        </a>
      ) : (
        '–'
      ),
    },
    { label: text('information.description'), value: orNone(station.description) },
  ]
  return <DescriptionList items={items} />
}
