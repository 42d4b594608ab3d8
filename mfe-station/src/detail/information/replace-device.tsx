import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { instantAt, iso } from '@helioport/time'
import { Button, Notice, Stack } from '@helioport/ui'
import {
  between,
  CheckboxField,
  Form,
  FormActions,
  matches,
  all,
  NumberField,
  required,
  TextField,
  type FormState,
  useForm,
} from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from './information.module.css'

const refreshes = ['GET /devices', 'GET /devices/:deviceId', 'GET /devices/:deviceId/serials'] as const
const timeCodes: readonly ApiErrorCode[] = ['device.replacedInFuture', 'device.replacedTooEarly']

/** What is typed of the new inverter; null: an empty number. */
interface ReplacementValues {
  serial: string
  model: string
  ratedPowerW: number | null
  capacityKwp: number | null
  mpptCount: number | null
  stringCount: number | null
  supportsReactivePower: boolean
  supportsIvScan: boolean
  replacedAt: string
}

interface ReplaceDeviceProps {
  device: Device
  onClose: () => void
}

/** The form of a replacement, checked as the service does. */
function useReplacement({ device, onClose }: ReplaceDeviceProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const format = useFormat()
  const { send, error } = useSend('POST /devices/:deviceId/replacement', { refreshes })
  const needed = required(text('rule.required'))
  const number = (min: number, max: number) =>
    all(needed, between(min, max, text('rule.range', { min: format.number(min), max: format.number(max) })))
  const form = useForm<ReplacementValues>({
    initial: {
      serial: '',
      model: device.model,
      ratedPowerW: device.ratedPowerW,
      capacityKwp: device.capacityKwp,
      mpptCount: device.mpptCount,
      stringCount: device.stringCount,
      supportsReactivePower: device.supportsReactivePower,
      supportsIvScan: device.supportsIvScan,
      replacedAt: '',
    },
    rules: {
      serial: all(needed, matches(/^[A-Za-z0-9-]{4,32}$/, text('device.serialRule'))),
      model: needed,
      ratedPowerW: number(1, 100_000_000),
      capacityKwp: number(0.001, 1_000_000),
      mpptCount: number(0, 12),
      stringCount: number(0, 32),
    },
    onSubmit: async ({ replacedAt, ratedPowerW, capacityKwp, mpptCount, stringCount, ...rest }) => {
      const at = replacedAt && iso(instantAt(replacedAt, device.timeZone))
      const numbers = {
        ratedPowerW: ratedPowerW ?? 0,
        capacityKwp: capacityKwp ?? 0,
        mpptCount: mpptCount ?? 0,
        stringCount: stringCount ?? 0,
      }
      try {
        await send({
          params: { deviceId: device.id },
          body: { ...rest, ...numbers, ...(at ? { replacedAt: at } : {}) },
        })
        toast({ tone: 'good', text: text('device.replaced', { name: device.name, serial: rest.serial }) })
        onClose()
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure
        const field =
          failure.code === 'device.serialTaken' ? 'serial' : timeCodes.includes(failure.code) ? 'replacedAt' : undefined
        if (field) form.setErrors({ [field]: reasons(failure.code) })
      }
    },
  })
  return { form, error }
}

/** Another inverter in the place of a device: its history stays, its counter goes on where the old one ended. */
export function ReplaceDevice({ device, onClose }: ReplaceDeviceProps) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const { form, error } = useReplacement({ device, onClose })
  return (
    <Modal
      open
      title={text('device.replaceName', { name: device.name })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <Stack gap={4}>
        <Notice tone="info">{text('device.replaceHint')}</Notice>
        <FormerSerials device={device} />
        <Form form={form} label={text('device.replace')}>
          <ReplacementFields form={form} timeZone={device.timeZone} />
          {error && <Notice tone="bad">{reasons(error.code)}</Notice>}
          <FormActions>
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('device.replace')}
            </Button>
          </FormActions>
        </Form>
      </Stack>
    </Modal>
  )
}

/** The inverters that stood in this place, each with its time. */
function FormerSerials({ device }: { device: Device }) {
  const text = useOwnerText()
  const format = useFormat()
  const serials = useEndpoint('GET /devices/:deviceId/serials', { params: { deviceId: device.id } })
  if (!serials.data) return null
  return (
    <ul className={styles['serials']} aria-label={text('device.serials')}>
      {serials.data.map(({ serial, model, from, until }) => (
        <li key={serial}>
          <strong>{serial}</strong> {model}{' '}
          <span className={styles['small']}>
            {text('device.serialSpan', {
              from: from === null ? text('device.fromStart') : format.dateTime(from, device.timeZone),
              until: until === null ? text('device.untilNow') : format.dateTime(until, device.timeZone),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface ReplacementFieldsProps {
  form: FormState<ReplacementValues>
  /** Of the station, IANA. */
  timeZone: string
}

function ReplacementFields({ form, timeZone }: ReplacementFieldsProps) {
  const text = useOwnerText()
  const numberProps = { notANumber: text('rule.number'), required: true }
  return (
    <>
      <TextField {...form.field('serial')} label={text('device.newSerial')} required />
      <TextField {...form.field('model')} label={text('device.model')} required />
      <NumberField {...form.field('ratedPowerW')} {...numberProps} unit="W" label={text('device.ratedPower')} />
      <NumberField {...form.field('capacityKwp')} {...numberProps} unit="kWp" label={text('field.capacity')} />
      <NumberField {...form.field('mpptCount')} {...numberProps} label={text('device.mpptCount')} />
      <NumberField {...form.field('stringCount')} {...numberProps} label={text('device.stringCount')} />
      <CheckboxField {...form.field('supportsReactivePower')} label={text('device.reactivePower')} />
      <CheckboxField {...form.field('supportsIvScan')} label={text('device.ivScan')} />
      <TextField
        {...form.field('replacedAt')}
        type="datetime-local"
        label={text('device.replacedAt')}
        hint={text('device.replacedAtHint', { zone: timeZone })}
      />
    </>
  )
}
