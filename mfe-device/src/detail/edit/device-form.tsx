import { useState } from 'react'
import { type ApiError, type ReadName, useSend } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { Form, FormActions, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import type enUS from '../../messages/en-US.ts'
import { DeviceFields } from '../../device/device-fields.tsx'
import { changedFields, Differences } from './differences.tsx'
import {
  type DeviceEntries,
  type DeviceFormKind,
  entriesOf,
  nameplateOf,
  useDeviceRules,
} from '../../device/device-entries.ts'

const refreshes: readonly ReadName[] = [
  'GET /devices',
  'GET /devices/:deviceId',
  'GET /devices/:deviceId/serials',
  'GET /stations',
]

interface DeviceFormProps {
  device: Device
  kind: Exclude<DeviceFormKind, 'add'>
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
  /** What was entered, while it is shown what it would change. */
  const [asked, setAsked] = useState<DeviceEntries>()
  const isEdit = kind === 'edit'
  const form = useForm({
    initial: entriesOf(device, kind),
    rules: useDeviceRules(),
    onSubmit: (entries) => {
      setFailure(undefined)
      setAsked(entries)
    },
  })
  const save = async (entries: DeviceEntries) => {
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
  }
  const title = text(isEdit ? 'edit.edit' : 'edit.replace')
  if (asked) {
    const before = entriesOf(device, 'edit')
    return (
      <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
        <Stack gap={4}>
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          <Differences before={before} after={asked} />
          <FormActions>
            <Button
              kind="primary"
              busy={edit.isSending || replace.isSending}
              disabled={changedFields(before, asked).length === 0}
              onClick={() => void save(asked)}
            >
              {isEdit ? common('action.save') : text('edit.replace')}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{text('edit.back')}</Button>
          </FormActions>
        </Stack>
      </Modal>
    )
  }

  return (
    <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={title}>
        <Stack gap={4}>
          {!isEdit && <Notice tone="info">{text('edit.replaceHint', { serial: device.serial })}</Notice>}
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          <DeviceFields form={form} kind={kind} />
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text('edit.check')}
          </Button>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
        </FormActions>
      </Form>
    </Modal>
  )
}
