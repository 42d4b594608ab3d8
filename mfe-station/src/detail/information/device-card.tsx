import { useWholeList } from '@helioport/api-client'
import { type Device, paths, type Station } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { hrefOf } from '../../station/href.ts'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useStationText } from '../../station/use-station-text.ts'

/** The devices and their installation days. Replacing an inverter is done on the device's page, which is linked. */
export function DeviceCard({ station }: { station: Station }) {
  const text = useOwnerText()
  const words = useStationText()
  const texts = useTableTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const devices = useWholeList('GET /devices', { query: { stationId: station.id } })
  const canChange = station.rights.includes('manage')

  if (devices.error && !devices.data)
    return (
      <Card title={text('section.devices')}>
        <ErrorState {...errorText(devices.error, devices.refetch)} />
      </Card>
    )
  return (
    <Card title={text('section.devices')} padding="none">
      <DataTable
        label={text('section.devices')}
        texts={texts}
        rows={devices.data ?? []}
        rowKey={({ id }) => id}
        rowHref={({ id, memberId }) => hrefOf(paths.device('information', memberId, id))}
        loading={devices.isLoading}
        empty={<Empty icon="device" title={words('devices.none')} />}
        columns={[
          { key: 'name', title: words('column.device'), card: 'title', render: ({ name }) => name },
          { key: 'serial', title: text('device.serial'), render: ({ serial }) => serial },
          { key: 'model', title: text('device.model'), render: ({ model }) => model },
          {
            key: 'capacity',
            title: text('field.capacity'),
            align: 'end',
            render: ({ capacityKwp }) => format.capacity(capacityKwp).text,
          },
          { key: 'logger', title: text('device.logger'), render: ({ loggerSerial }) => loggerSerial },
          {
            key: 'installedOn',
            title: text('field.installedOn'),
            render: ({ installedOn }) => format.date(installedOn),
          },
          ...(canChange
            ? [
                {
                  key: 'replace',
                  title: '',
                  align: 'end' as const,
                  render: ({ id, memberId, name }: Device) => (
                    <LinkButton
                      size="s"
                      kind="text"
                      href={`${hrefOf(paths.device('information', memberId, id))}?form=replace`}
                    >
                      {text('device.replaceName', { name })}
                    </LinkButton>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
