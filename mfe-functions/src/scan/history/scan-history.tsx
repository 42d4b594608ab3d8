import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { type IvScanDetail, paths } from '@helioport/contract'
import { useFormat, useListTexts, useText } from '@helioport/i18n'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'

const pageSize = 10

interface ScanHistoryProps {
  scan: IvScanDetail
  /** Key of the shown string, kept when another scan is opened. */
  string: string | undefined
}

/** All scans of the device, newest first. */
export function ScanHistory({ scan, string }: ScanHistoryProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useListTexts()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const scans = useEndpoint('GET /devices/:deviceId/iv-scans', {
    params: { deviceId: scan.deviceId },
    query: { page, pageSize },
  })
  return (
    <ListFrame
      title={text('scan.history')}
      label={text('scan.history')}
      list={scans}
      texts={texts}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `#${paths.ivScan(id)}${string === undefined ? '' : `?string=${string}`}`}
      empty={null}
      page={{ number: page, size: pageSize, sizes: [pageSize], onChange: setPage }}
      columns={[
        {
          key: 'scannedAt',
          title: text('commands.when'),
          card: 'title',
          render: ({ id, scannedAt, timeZone, fileName }) =>
            [
              format.dateTime(scannedAt, timeZone),
              ...(fileName === null ? [] : [fileName]),
              ...(id === scan.id ? [text('scan.thisOne')] : []),
            ].join(' · '),
        },
        {
          key: 'irradiance',
          title: text('scan.irradiance'),
          align: 'end',
          render: ({ irradianceWm2 }) => <span>{format.quantity(irradianceWm2, 'W/m²', 0).text}</span>,
        },
        {
          key: 'module',
          title: text('scan.module'),
          align: 'end',
          render: ({ moduleC }) => <span>{format.quantity(moduleC, '°C', 1).text}</span>,
        },
        {
          key: 'strings',
          title: text('scan.strings'),
          align: 'end',
          render: ({ stringCount }) => format.number(stringCount),
        },
      ]}
    />
  )
}
