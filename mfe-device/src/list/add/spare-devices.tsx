import { useState } from 'react'
import { useSend, useWholeList } from '@helioport/api-client'
import type { Station, UnassignedDevice } from '@helioport/contract'
import { useAgeText, useErrorText, useListTexts, useText } from '@helioport/i18n'
import { AgeBadge, Icon, Menu } from '@helioport/ui'
import { ListFrame, type Column } from '@helioport/ui/table'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../../messages/en-US.ts'

/** Devices of the account without a station; renders nothing if there are none. */
export function SpareDevices({ stations }: { stations: readonly Station[] }) {
  const text = useText<typeof enUS>('device')
  const texts = useListTexts()
  const columns = useColumns(stations)
  const list = useWholeList('GET /devices/unassigned', {})
  if (!list.data || list.data.length === 0) return null
  return (
    <ListFrame
      title={text('add.spare')}
      subtitle={text('add.spareHint')}
      label={text('add.spare')}
      list={list}
      texts={texts}
      columns={columns}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}

function useColumns(stations: readonly Station[]): Column<UnassignedDevice>[] {
  const text = useText<typeof enUS>('device')
  const ageText = useAgeText()
  return [
    { key: 'name', title: text('column.device'), card: 'title', render: ({ name }) => name },
    { key: 'serial', title: text('info.serial'), render: ({ serial }) => serial },
    { key: 'model', title: text('column.model'), render: ({ model }) => model },
    { key: 'logger', title: text('info.logger'), render: ({ loggerSerial }) => loggerSerial },
    {
      key: 'age',
      title: text('column.age'),
      render: ({ age }) => <AgeBadge state={age.state} label={ageText(age)} />,
    },
    {
      key: 'assign',
      title: text('add.assign'),
      card: 'aside',
      render: (device) => <Assign device={device} stations={stations} />,
    },
  ]
}

function Assign({ device, stations }: { device: UnassignedDevice; stations: readonly Station[] }) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const { send } = useSend('POST /stations/:stationId/devices', {
    refreshes: ['GET /devices', 'GET /devices/unassigned', 'GET /stations'],
  })
  const assign = async (station: Station) => {
    setSending(true)
    try {
      await send({ params: { stationId: station.id }, body: { deviceIds: [device.id] } })
      toast({ tone: 'good', text: text('add.assigned', { name: device.name, station: station.name }) })
    } catch (error) {
      toast({ tone: 'bad', text: errorText(error as never).detail })
    }
    setSending(false)
  }
  if (stations.length === 0 || isSending) return null
  return (
    <Menu
      trigger={<Icon name="station" />}
      label={`${text('add.assign')}: ${device.name}`}
      items={stations.map((station) => ({
        key: station.id,
        label: station.name,
        onSelect: () => void assign(station),
      }))}
    />
  )
}
