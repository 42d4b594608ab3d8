import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, useSend } from '@helioport/api-client'
import { type CommandCandidate, paths } from '@helioport/contract'
import { useDayWords, useFormat, useText } from '@helioport/i18n'
import { instantAt, iso, localTime } from '@helioport/time'
import { Button, Notice, Row, useNow } from '@helioport/ui'
import { MomentField } from '@helioport/ui/date'
import { Form, NumberField, useForm } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { backOf, cellOf } from '../command/cell-heat.ts'
import type { TracerFile } from './tracer-file.ts'

interface CurvesFormProps {
  device: CommandCandidate
  /** Name of the file. */
  name: string
  found: TracerFile
}

const maxNameLength = 200

/** Time, light and temperature of the measurement, prefilled from the file. */
export function CurvesForm({ device, name, found }: CurvesFormProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const days = useDayWords()
  const errors = useText('error')
  const format = useFormat()
  const navigate = useNavigate()
  const now = useNow(60_000)
  const [refusal, setRefusal] = useState<string>()
  const { send } = useSend('POST /devices/:deviceId/iv-scans', {
    refreshes: ['GET /devices/:deviceId/iv-scans', 'GET /devices/:deviceId/iv-history'],
  })
  const within = (least: number, most: number, words: string) => (value: number | null) =>
    value !== null && !(value >= least && value <= most) ? words : undefined
  const isPast = (local: string) => local !== '' && instantAt(local, device.timeZone) <= now
  const form = useForm({
    initial: {
      at: localTime(now, device.timeZone).slice(0, 16).replace(' ', 'T'),
      irradianceWm2: found.irradianceWm2,
      moduleC: found.moduleC,
    },
    rules: {
      at: (local) => (isPast(local) ? undefined : text('file.past')),
      irradianceWm2: within(0, 2000, text('file.lightRange')),
      moduleC: within(-60, 120, text('file.backRange')),
    },
    onSubmit: async ({ at, ...light }) => {
      setRefusal(undefined)
      const curves = found.curves.map(({ points: _points, ...curve }) => curve)
      const scannedAt = iso(instantAt(at, device.timeZone))
      try {
        const { data } = await send({
          params: { deviceId: device.deviceId },
          body: { fileName: name.slice(0, maxNameLength), scannedAt, ...light, curves },
        })
        if (data) await navigate(paths.ivScan(data.id))
      } catch (failure) {
        setRefusal(errors(failure instanceof ApiError ? failure.code : 'service.failed'))
      }
    },
  })
  const count = found.curves.length
  const { irradianceWm2, moduleC } = form.values
  const isComputed = found.cellC !== null && moduleC === backOf(found.cellC, irradianceWm2)
  const heatHint = useHeatHint({ toldC: isComputed ? found.cellC : null, backC: moduleC, irradianceWm2 })
  const setLight = (light: number | null) => {
    form.setValue('irradianceWm2', light)
    if (isComputed) form.setValue('moduleC', backOf(found.cellC, light))
  }
  return (
    <Form form={form} label={text('file.title')}>
      <MomentField {...form.field('at')} {...days} label={text('file.at')} hint={device.timeZone} required />
      <NumberField
        {...form.field('irradianceWm2')}
        onChange={setLight}
        label={text('file.irradiance')}
        unit="W/m²"
        hint={text('file.lightHint')}
        notANumber={common('field.number')}
      />
      <NumberField
        {...form.field('moduleC')}
        label={text('file.back')}
        unit="°C"
        hint={heatHint}
        notANumber={common('field.number')}
      />
      {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
      <Row>
        <Button type="submit" kind="primary" busy={form.isSubmitting}>
          {text('file.keep', { count, number: format.number(count) })}
        </Button>
      </Row>
    </Form>
  )
}

interface Heat {
  /** Cell temperature of the file, where the back's is computed from it. */
  toldC: number | null
  backC: number | null
  irradianceWm2: number | null
}

/** Says which of the two temperatures is computed; undefined: none. */
function useHeatHint({ toldC, backC, irradianceWm2 }: Heat): string | undefined {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const celsius = (value: number) => format.quantity(value, '°C', 1).text
  if (toldC !== null) return text('file.backComputed', { cell: celsius(toldC) })
  const cellC = irradianceWm2 === null ? null : cellOf(backC, irradianceWm2)
  return cellC !== null && Number.isFinite(cellC) ? text('file.cellComputed', { cell: celsius(cellC) }) : undefined
}
