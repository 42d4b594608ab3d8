import { useState } from 'react'
import { type ApiError, type ReadName, useSend } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import {
  all,
  between,
  CheckboxField,
  Form,
  FormActions,
  matches,
  maxLength,
  NumberField,
  required,
  type Rule,
  TextField,
  useForm,
} from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import type enUS from '../../messages/en-US.ts'

const refreshes: readonly ReadName[] = [
  'GET /devices',
  'GET /devices/:deviceId',
  'GET /devices/:deviceId/serials',
  'GET /stations',
]

interface DeviceFormProps {
  device: Device
  /** `replace`: another inverter in the same place, whose history goes on. */
  kind: 'edit' | 'replace'
  onClose: () => void
}

/** What is known of a device; for a replacement the other inverter's serial with its own nameplate. */
export function DeviceForm({ device, kind, onClose }: DeviceFormProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const errorText = useErrorText()
  const format = useFormat()
  const edit = useSend('PUT /devices/:deviceId', { refreshes })
  const replace = useSend('POST /devices/:deviceId/replacement', { refreshes })
  const [failure, setFailure] = useState<ApiError>()
  const isEdit = kind === 'edit'
  const needed = required(common('field.required'))
  const named = all(needed, maxLength(60, common('field.tooLong', { max: 60 })))
  const amount = (min: number, max: number): Rule<number | null> =>
    all<number | null, unknown>(
      needed,
      between(
        min,
        max,
        common('field.numberRange', { min: format.number(min, min % 1 ? 2 : 0), max: format.number(max) }),
      ),
    )

  // Number fields are empty while somebody types.
  const numbers: Record<'ratedKw' | 'capacityKwp' | 'mpptCount' | 'stringCount' | 'sortNumber', number | null> = {
    ratedKw: device.ratedPowerW / 1000,
    capacityKwp: device.capacityKwp,
    mpptCount: device.mpptCount,
    stringCount: device.stringCount,
    sortNumber: device.sortNumber,
  }
  const form = useForm({
    initial: {
      ...numbers,
      serial: isEdit ? device.serial : '',
      name: device.name,
      model: device.model,
      installedOn: device.installedOn,
      supportsReactivePower: device.supportsReactivePower,
      supportsIvScan: device.supportsIvScan,
    },
    rules: {
      serial: all(needed, matches(/^[A-Za-z0-9-]{4,32}$/, text('edit.serialRule'))),
      name: named,
      model: named,
      ratedKw: amount(0.01, 100_000),
      capacityKwp: amount(0.01, 1_000_000),
      mpptCount: amount(0, 12),
      stringCount: amount(0, 32),
      installedOn: needed,
      sortNumber: amount(0, 1_000_000),
    },
    onSubmit: async (values) => {
      const { serial, name, installedOn, sortNumber, ratedKw, capacityKwp, mpptCount, stringCount, ...rest } = values
      const plate = {
        ...rest,
        ratedPowerW: Math.round((ratedKw ?? 0) * 1000),
        capacityKwp: capacityKwp ?? 0,
        mpptCount: mpptCount ?? 0,
        stringCount: stringCount ?? 0,
      }
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

  return (
    <Modal
      open
      title={text(isEdit ? 'edit.edit' : 'edit.replace')}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <Form form={form} label={text(isEdit ? 'edit.edit' : 'edit.replace')}>
        <Stack gap={4}>
          {!isEdit && <Notice tone="info">{text('edit.replaceHint', { serial: device.serial })}</Notice>}
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
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
