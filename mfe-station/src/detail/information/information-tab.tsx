import { lazy, Suspense } from 'react'
import { useFormat } from '@helioport/i18n'
import { Card, DescriptionList, Skeleton } from '@helioport/ui'
import { useStationText } from '../../station/use-station-text.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'

const StationsMap = lazy(() => import('../../station/stations-map.tsx'))
const mapHeight = 300

/** What was entered of the station, and where it lies. */
export default function InformationTab({ station }: StationTabProps) {
  const text = useStationText()
  const format = useFormat()
  const items = [
    { label: text('information.installedOn'), value: format.date(station.installedOn) },
    { label: text('information.capacity'), value: format.capacity(station.capacityKwp).text },
    { label: text('information.base'), value: format.energy(station.energyBaseKwh).text },
    {
      label: text('information.coefficient'),
      value: format.quantity(station.temperatureCoefficient * 100, '%/°C', 2).text,
    },
    { label: text('information.timeZone'), value: station.timeZone },
    { label: text('information.address'), value: station.address || '–' },
    {
      label: text('information.position'),
      value: `${format.number(station.latitude, 5)}, ${format.number(station.longitude, 5)}`,
    },
    { label: text('information.price'), value: format.money(station.price, station.currency) },
    { label: text('information.caseNumber'), value: station.caseNumber || '–' },
    { label: text('information.collector'), value: station.collectorSerial || '–' },
    { label: text('information.description'), value: station.description || '–' },
  ]
  return (
    <div className={styles.day}>
      <Card title={text('detail.tab.information')}>
        <DescriptionList items={items} />
      </Card>
      <Card padding="none" label={text('dashboard.map')}>
        <Suspense fallback={<Skeleton height={mapHeight} />}>
          <StationsMap stations={[station]} height={mapHeight} />
        </Suspense>
      </Card>
    </div>
  )
}
