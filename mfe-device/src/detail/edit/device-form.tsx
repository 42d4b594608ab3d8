import { useState } from 'react'
import { type ApiError, call, type ReadName, useSend } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useDayWords, useErrorText, useFormat, useText } from '@helioport/i18n'
import { instantAt, iso } from '@helioport/time'
import { Button, Notice, Stack } from '@helioport/ui'
import { MomentField } from '@helioport/ui/date'
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

/** `replacedAt`: time of the replacement in the plant's local time; empty: now. */
type Entries = DeviceEntries & { replacedAt: string }

interface DeviceFormProps {
  device: Device
  kind: Exclude<DeviceFormKind, 'add'>
  onClose: () => void
}

/** The device as last saved, here or elsewhere; changes are shown relative to it. */
function useSaved(device: Device) {
  const [saved, setSaved] = useState(device)
  const read = async (): Promise<Entries | undefined> => {
    const { data } = await call('GET /devices/:deviceId', { params: { deviceId: device.id } })
    if (data) setSaved(data)
    return data ? { ...entriesOf(data, 'edit'), replacedAt: '' } : undefined
  }
  return { saved, read }
}

/** Saves the entries, then closes the form; errors are in `failure`. */
function useSave({ device, kind, onClose }: DeviceFormProps) {
  const text = useText<typeof enUS>('device')
  const edit = useSend('PUT /devices/:deviceId', { refreshes })
  const replace = useSend('POST /devices/:deviceId/replacement', { refreshes })
  const [failure, setFailure] = useState<ApiError>()
  const isEdit = kind === 'edit'
  const save = async (entries: Entries) => {
    const { serial, name, installedOn, sortNumber, replacedAt } = entries
    const at = replacedAt === '' ? {} : { replacedAt: iso(instantAt(replacedAt, device.timeZone)) }
    const plate = nameplateOf(entries)
    const params = { deviceId: device.id }
    setFailure(undefined)
    try {
      if (isEdit) await edit.send({ params, body: { ...plate, name, installedOn, sortNumber: sortNumber ?? 0 } })
      else await replace.send({ params, body: { ...plate, serial, ...at } })
      toast({ tone: 'good', text: text(isEdit ? 'edit.saved' : 'edit.replaced') })
      onClose()
    } catch (error) {
      setFailure(error as ApiError)
    }
  }
  return { save, isSending: edit.isSending || replace.isSending, failure, setFailure }
}

/** Edits a device, or replaces it by an inverter with another serial and name plate. */
export function DeviceForm({ device, kind, onClose }: DeviceFormProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const days = useDayWords()
  const errorText = useErrorText()
  const { save, isSending, failure, setFailure } = useSave({ device, kind, onClose })
  /** The entries while their changes are shown for confirmation. */
  const [asked, setAsked] = useState<Entries>()
  const { saved, read } = useSaved(device)
  const isEdit = kind === 'edit'
  const form = useForm<Entries>({
    initial: { ...entriesOf(device, kind), replacedAt: '' },
    rules: useDeviceRules(),
    // A replacement takes nothing over from the former inverter.
    ...(isEdit && { latest: { read, changedElsewhere: common('overtaken.field') } }),
    onSubmit: (entries) => {
      setFailure(undefined)
      setAsked(entries)
    },
  })
  const title = text(isEdit ? 'edit.edit' : 'edit.replace')
  if (asked)
    return (
      <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
        <Stack gap={4}>
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          <Check
            device={saved}
            entries={asked}
            busy={isSending}
            label={isEdit ? common('action.save') : text('edit.replace')}
            onSave={() => void save(asked)}
            onBack={() => setAsked(undefined)}
          />
        </Stack>
      </Modal>
    )

  return (
    <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={title}>
        <Stack gap={4}>
          {!isEdit && <Notice tone="info">{text('edit.replaceHint', { serial: device.serial })}</Notice>}
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          {form.isOvertaken && <Notice tone="warn">{common('overtaken.form')}</Notice>}
          <DeviceFields form={form} kind={kind} />
          {!isEdit && (
            <MomentField
              {...form.field('replacedAt')}
              {...days}
              label={text('edit.replacedAt')}
              hint={text('edit.replacedAtHint', { zone: device.timeZone })}
            />
          )}
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

interface CheckProps {
  device: Device
  entries: Entries
  busy: boolean
  /** Label of the save button. */
  label: string
  onSave: () => void
  onBack: () => void
}

/** Shows the changes before they are saved. */
function Check({ device, entries: { replacedAt, ...after }, busy, label, onSave, onBack }: CheckProps) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const before = entriesOf(device, 'edit')
  return (
    <>
      <Differences before={before} after={after} />
      {replacedAt !== '' && (
        <p>
          {text('edit.replacedAt')}: {format.dateTime(instantAt(replacedAt, device.timeZone), device.timeZone)}
        </p>
      )}
      <FormActions>
        <Button kind="primary" busy={busy} disabled={changedFields(before, after).length === 0} onClick={onSave}>
          {label}
        </Button>
        <Button onClick={onBack}>{text('edit.back')}</Button>
      </FormActions>
    </>
  )
}
