import { useState } from 'react'
import { type ApiError, type ReadName, useSend } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { CheckboxField, Form, FormActions, type FormState, NumberField, TextField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import type enUS from '../../messages/en-US.ts'
import { type DeviceEntries, type DeviceFormKind, entriesOf, nameplateOf, useDeviceRules } from './device-entries.ts'

const refreshes: readonly ReadName[] = [
  'GET /devices',
  'GET /devices/:deviceId',
  'GET /devices/:deviceId/serials',
  'GET /stations',
]

interface DeviceFormProps {
  device: Device
  kind: DeviceFormKind
  onClose: () => void
}

/** Edits a device, or replaces it by another inverter with its own serial number and nameplate. */
export function DeviceForm({ device, kind, onClose }: DeviceFormProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const errorText = useErrorText()
  const edit = useSend('PUT /devices/:deviceId', { refreshes })
  const replace = useSend('POST /devices/:deviceId/replacement', { refreshes })
  const [failure, setFailure] = useState<ApiError>()
  const isEdit = kind === 'edit'
  const form = useForm({
    initial: entriesOf(device, kind),
    rules: useDeviceRules(),
    onSubmit: async (entries) => {
      const { serial, name, installedOn, sortNumber } = entries
      const plate = nameplateOf(entries)
      const params = { deviceId: device.id }
      setFailure(undefined)
      try {
        if (isEdit) await edit.send({ params, body: { ...plate, name, installedOn, sortNumber: sortNumber ?? 0 } })
        else await replace.send({ params, body: { ...plate, serial } })
        toast({ tone: 'good', text: text(isEdit ? 'edit.saved' : 'edit.replaced') })
        onClose()
      } catch (error) {
        setFailure(error as ApiError)
      }
    },
  })
  const title = text(isEdit ? 'edit.edit' : 'edit.replace')

  return (
    <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={title}>
        <Stack gap={4}>
          {!isEdit && <Notice tone="info">{text('edit.replaceHint', { serial: device.serial })}</Notice>}
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          <DeviceFields form={form} isEdit={isEdit} />
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {isEdit ? common('action.save') : text('edit.replace')}
          </Button>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
        </FormActions>
      </Form>
    </Modal>
  )
}

function DeviceFields({ form, isEdit }: { form: FormState<DeviceEntries>; isEdit: boolean }) {
  const text = useText<typeof enUS>('device')
  return (
    <>
      {isEdit ? (
        <TextField {...form.field('name')} label={text('edit.name')} required />
      ) : (
        <TextField {...form.field('serial')} label={text('info.serial')} hint={text('edit.serialRule')} required />
      )}
      <TextField {...form.field('model')} label={text('info.model')} required />
      <NumberField {...form.field('ratedKw')} label={text('info.rating')} unit="kW" required />
      <NumberField {...form.field('capacityKwp')} label={text('info.capacity')} unit="kWp" required />
      <NumberField {...form.field('mpptCount')} label={text('info.mppts')} required />
      <NumberField {...form.field('stringCount')} label={text('info.strings')} required />
      {isEdit && (
        <>
          <TextField {...form.field('installedOn')} type="date" label={text('info.installed')} required />
          <NumberField {...form.field('sortNumber')} label={text('edit.sortNumber')} required />
        </>
      )}
      <CheckboxField {...form.field('supportsReactivePower')} label={text('info.reactive')} />
      <CheckboxField {...form.field('supportsIvScan')} label={text('info.ivScan')} />
    </>
  )
}
