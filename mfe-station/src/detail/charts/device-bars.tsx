import { Link } from 'react-router-dom'
import { type DeviceFigures, paths } from '@helioport/contract'
import { useFormat, useTableTexts } from '@helioport/i18n'
import { Bar, Card, Empty } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { hrefOf } from '../../station/href.ts'
import { FigureOf } from '../../station/figure-of.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'

interface DeviceBarsProps {
  memberId: string
  devices: readonly DeviceFigures[]
}

/** Figures of each device in the period, highest kWh per kWp first. */
export function DeviceBars({ memberId, devices }: DeviceBarsProps) {
  const text = useTabText()
  const stationText = useStationText()
  const tableTexts = useTableTexts()
  const format = useFormat()
  const best = Math.max(0, ...devices.map(({ specificYield }) => specificYield ?? 0))
  const rows = devices.toSorted((a, b) => (b.specificYield ?? -1) - (a.specificYield ?? -1))
  return (
    <Card title={text('devices.periodTitle')} padding="none">
      <DataTable
        label={text('devices.periodTitle')}
        texts={tableTexts}
        rows={rows}
        rowKey={({ deviceId }) => deviceId}
        rowHref={({ deviceId }) => hrefOf(paths.device('charts', memberId, deviceId))}
        storageKey="station.period-devices"
        empty={<Empty icon="device" title={stationText('devices.none')} />}
        columns={[
          {
            key: 'name',
            title: stationText('column.device'),
            card: 'title',
            render: ({ name, deviceId }) => <Link to={paths.device('charts', memberId, deviceId)}>{name}</Link>,
          },
          {
            key: 'yield',
            title: stationText('column.yield'),
            align: 'end',
            sortable: true,
            sortValue: ({ specificYield }) => specificYield,
            render: ({ specificYield }) => format.number(specificYield, 2),
          },
          {
            key: 'bar',
            title: text('devices.ofBest'),
            width: 180,
            render: ({ name, specificYield }) => (
              <Bar
                share={best > 0 ? (specificYield ?? 0) / best : 0}
                label={`${name}: ${format.number(specificYield, 2)}`}
              />
            ),
          },
          {
            key: 'energy',
            title: text('kpi.energy'),
            align: 'end',
            sortable: true,
            sortValue: ({ energyKwh }) => energyKwh,
            render: ({ energyKwh }) => <FigureOf figure={format.energy(energyKwh)} />,
          },
          {
            key: 'availability',
            title: text('kpi.availability'),
            align: 'end',
            render: ({ availability }) => format.percent(availability, 1),
          },
          {
            key: 'coverage',
            title: text('column.coverage'),
            align: 'end',
            render: ({ coverage }) => format.percent(coverage.energy, 0),
          },
        ]}
      />
    </Card>
  )
}
