import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useErrorText, useFormat, useStatusText, useTableTexts, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, StatusTag, urlPage, useUrlState } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { useSearchParams } from 'react-router-dom'
import { FigureOf } from '../../station/figure-of.tsx'
import { ConnectLink } from '../../station/connect-link.tsx'
import { hrefOf } from '../../station/href.ts'
import { StationAge } from '../../station/station-age.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { pollMs } from '../../station/use-fleet.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'

const pageSize = 20
const fields = { page: urlPage }

/** The devices of the station with their present values. */
export default function DevicesTab({ station, now }: StationTabProps) {
  const text = useTabText()
  const stationText = useStationText()
  const texts = useTableTexts()
  const statusText = useStatusText()
  const word = useText('status')
  const errorText = useErrorText()
  const format = useFormat()
  const [{ page }, change] = useUrlState(fields, useSearchParams())
  const devices = useEndpoint(
    'GET /devices',
    { query: { stationId: station.id, page, pageSize } },
    { refetchMs: pollMs },
  )
  if (devices.error && !devices.data)
    return (
      <Card>
        <ErrorState {...errorText(devices.error, devices.refetch)} />
      </Card>
    )
  return (
    <Card padding="none" label={stationText('detail.tab.devices')}>
      <DataTable
        label={stationText('detail.tab.devices')}
        texts={texts}
        storageKey="station.devices"
        rows={devices.data ?? []}
        rowKey={({ id }) => id}
        rowHref={({ id, memberId }) => hrefOf(paths.device('charts', memberId, id))}
        loading={devices.isLoading}
        page={{ number: page, size: pageSize, total: devices.total ?? 0, onChange: (next) => change({ page: next }) }}
        empty={<Empty icon="device" title={stationText('devices.none')} action={<ConnectLink station={station} />} />}
        columns={[
          { key: 'name', title: stationText('column.device'), card: 'title', render: ({ name }) => name },
          {
            key: 'status',
            title: stationText('column.status'),
            card: 'aside',
            render: ({ status, statusReason }) => (
              <span className={styles.twoLines}>
                <StatusTag status={status} look="plain" {...statusText(status)} />
                <small>{word(`reason.${statusReason}`)}</small>
              </span>
            ),
          },
          { key: 'model', title: text('column.model'), render: ({ model, serial }) => `${model} · ${serial}` },
          {
            key: 'power',
            title: stationText('column.power'),
            align: 'end',
            render: ({ powerW }) => <FigureOf figure={format.power(powerW)} />,
          },
          {
            key: 'today',
            title: stationText('column.today'),
            align: 'end',
            render: ({ energyTodayKwh }) => <FigureOf figure={format.energy(energyTodayKwh)} />,
          },
          {
            key: 'yield',
            title: stationText('column.yield'),
            align: 'end',
            render: ({ specificYieldToday }) => format.number(specificYieldToday, 2),
          },
          {
            key: 'age',
            title: stationText('column.age'),
            // At night an inverter is off, as its station is.
            render: (device) => <StationAge station={device} now={now} />,
          },
        ]}
      />
    </Card>
  )
}
