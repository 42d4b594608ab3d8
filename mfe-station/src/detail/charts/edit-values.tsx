import { useState } from 'react'
import { useSend, useWholeList } from '@helioport/api-client'
import type { StationDay, ValueEdit } from '@helioport/contract'
import { useDayWords, useErrorText, useFormat, useText } from '@helioport/i18n'
import { instantAt, iso } from '@helioport/time'
import { Button, Notice, Stack } from '@helioport/ui'
import { MomentField } from '@helioport/ui/date'
import { all, Form, FormActions, maxLength, required, SelectField, TextField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { keptAsideRefreshes } from './kept-aside-refreshes.ts'

type Values = ValueEdit['values']

const sensorValues = {
  light: ['irradianceWm2'],
  horizontal: ['horizontalWm2'],
  ambient: ['ambientC'],
  module: ['moduleC'],
  wind: ['windMs'],
} satisfies Record<string, Values>

const deviceValues = {
  power: ['powerW', 'dcPowerW', 'reactiveVar'],
  counter: ['energyTotalKwh'],
  electric: ['acVoltageV', 'acCurrentA', 'mpptVoltageV', 'mpptCurrentA', 'stringCurrentA'],
  cabinet: ['cabinetC'],
} satisfies Record<string, Values>

const factors = { out: null, kilo: 1000, milli: 0.001 } as const

/** The empty source stands for the sensors of the station. */
const ofSensors = ''

interface EditForm {
  deviceId: string
  sensorValue: keyof typeof sensorValues
  deviceValue: keyof typeof deviceValues
  from: string
  to: string
  how: keyof typeof factors
  note: string
}

interface EditValuesProps {
  day: StationDay
  onClose: () => void
}

/** Form in which a person marks values of a part of the day as wrong, or enters the factor by which they are wrong. */
export default function EditValues({ day, onClose }: EditValuesProps) {
  const text = useOwnerText()
  const common = useText()
  const format = useFormat()
  const errorText = useErrorText()
  const { form, error, isNone } = useEdit(day, onClose)
  const days = useDayWords()
  const devices = useWholeList('GET /devices', { query: { stationId: day.stationId } })
  const names = devices.data ?? day.devices.map(({ deviceId, name }) => ({ id: deviceId, name }))
  const options = <K extends string>(values: Record<K, unknown>) =>
    (Object.keys(values) as K[]).map((value) => ({ value, label: text(`edit.${value}` as 'edit.out') }))
  const times = text('edit.times', { zone: day.timeZone })
  return (
    <Modal
      open
      title={text('edit.title', { date: format.date(day.date) })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <Stack gap={4}>
        <Notice tone="info">{text('edit.hint')}</Notice>
        <Form form={form} label={text('edit.title', { date: format.date(day.date) })}>
          <SelectField
            {...form.field('deviceId')}
            label={text('edit.source')}
            options={[
              { value: ofSensors, label: text('edit.sensors') },
              ...names.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          {form.values.deviceId === ofSensors ? (
            <SelectField {...form.field('sensorValue')} label={text('edit.values')} options={options(sensorValues)} />
          ) : (
            <SelectField {...form.field('deviceValue')} label={text('edit.values')} options={options(deviceValues)} />
          )}
          <MomentField {...form.field('from')} {...days} label={text('edit.from')} hint={times} required />
          <MomentField {...form.field('to')} {...days} label={text('edit.to')} hint={times} required />
          <SelectField {...form.field('how')} label={text('edit.how')} options={options(factors)} />
          <TextField {...form.field('note')} label={text('edit.note')} hint={text('edit.noteHint')} required />
          {isNone && <Notice tone="warn">{text('edit.none')}</Notice>}
          {error && <Notice tone="bad">{errorText(error).title}</Notice>}
          <FormActions>
            <Button kind="primary" type="submit" busy={form.isSubmitting}>
              {text('edit.save')}
            </Button>
          </FormActions>
        </Form>
      </Stack>
    </Modal>
  )
}

function useEdit(day: StationDay, onClose: () => void) {
  const text = useOwnerText()
  const format = useFormat()
  const [isNone, setNone] = useState(false)
  const { send, error } = useSend('POST /stations/:stationId/value-edits', { refreshes: keptAsideRefreshes })
  const needed = required(text('rule.required'))
  const form = useForm<EditForm>({
    initial: {
      deviceId: ofSensors,
      sensorValue: 'light',
      deviceValue: 'power',
      from: `${day.date}T00:00`,
      to: `${day.date}T23:59`,
      how: 'out',
      note: '',
    },
    rules: { from: needed, to: needed, note: all(needed, maxLength(200, text('edit.length'))) },
    onSubmit: async ({ deviceId, sensorValue, deviceValue, from, to, how, note }) => {
      const [first, last] = [instantAt(from, day.timeZone), instantAt(to, day.timeZone)]
      if (last < first) {
        form.setErrors({ to: text('edit.order') })
        return
      }
      const { data } = await send({
        params: { stationId: day.stationId },
        body: {
          deviceId: deviceId === ofSensors ? null : deviceId,
          values: deviceId === ofSensors ? sensorValues[sensorValue] : deviceValues[deviceValue],
          from: iso(first),
          to: iso(last),
          factor: factors[how],
          note,
        },
      })
      const frames = data?.frames ?? 0
      setNone(frames === 0)
      if (frames === 0) return
      toast({ tone: 'good', text: text('edit.done', { count: format.number(frames) }) })
      onClose()
    },
  })
  return { form, error, isNone }
}
