import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { type Device, paths } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Icon, Menu, Notice, Stack, urlChoice, useUrlState } from '@helioport/ui'
import { Confirm, toast } from '@helioport/ui/overlay'
import type enUS from '../../messages/en-US.ts'
import { DeviceForm } from './device-form.tsx'

/** The open form is in the URL: a station's list of devices links to it. */
const fields = { form: urlChoice(['', 'edit', 'replace', 'remove']) }

/** Edit, replace, remove: for people who may manage the station. */
export function DeviceActions({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const errorText = useErrorText()
  const format = useFormat()
  const navigate = useNavigate()
  const [{ form: open }, change] = useUrlState(fields, useSearchParams())
  const setOpen = (form: typeof open) => change({ form })
  const [failure, setFailure] = useState<ApiError>()
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId: device.stationId } })
  const remove = useSend('DELETE /devices/:deviceId', { refreshes: ['GET /devices', 'GET /stations'] })
  if (station.data?.id !== device.stationId || !station.data.rights.includes('manage')) return null

  const { name, capacityKwp, deviceCounts } = station.data
  const count = Object.values(deviceCounts).reduce((sum, of) => sum + of, 0)
  const confirm = async () => {
    setFailure(undefined)
    try {
      await remove.send({ params: { deviceId: device.id } })
      toast({ tone: 'good', text: text('edit.removed', { name: device.name }) })
      await navigate(paths.deviceList())
    } catch (error) {
      setFailure(error as ApiError)
    }
  }
  return (
    <>
      <Menu
        trigger={<Icon name="edit" />}
        label={text('edit.actions')}
        items={[
          { key: 'edit', label: text('edit.edit'), icon: 'edit', onSelect: () => setOpen('edit') },
          { key: 'replace', label: text('edit.replace'), icon: 'refresh', onSelect: () => setOpen('replace') },
          {
            key: 'remove',
            label: text('edit.remove'),
            icon: 'trash',
            danger: true,
            divided: true,
            onSelect: () => setOpen('remove'),
          },
        ]}
      />
      {(open === 'edit' || open === 'replace') && (
        <DeviceForm device={device} kind={open} onClose={() => setOpen('')} />
      )}
      <Confirm
        open={open === 'remove'}
        danger
        busy={remove.isSending}
        title={text('edit.removeAsk', { name: device.name })}
        text={
          <Stack gap={3}>
            <p>{text('edit.removeText', { serial: device.serial })}</p>
            <p>
              {text('edit.removeThen', {
                station: name,
                left: format.number(count - 1),
                count: format.number(count),
                capacity: format.quantity(capacityKwp, 'kWp', 1).text,
              })}
            </p>
            {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          </Stack>
        }
        confirmLabel={text('edit.remove')}
        cancelLabel={common('action.cancel')}
        onConfirm={() => void confirm()}
        onCancel={() => setOpen('')}
      />
    </>
  )
}
