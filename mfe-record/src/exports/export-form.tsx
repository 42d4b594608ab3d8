import { useEndpoint, useSend, ApiError } from '@helioport/api-client'
import { type ExportKind, exportRightOf, maxPageSize } from '@helioport/contract'
import { messageLocaleOf, useLocale, useRefusalText, useText } from '@helioport/i18n'
import { addDays, dayAt, viewerTimeZone } from '@helioport/time'
import { Button, Grid, Notice, useNow } from '@helioport/ui'
import { Form, FormActions, SelectField, TextField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { useState } from 'react'
import type enUS from '../messages/en-US.ts'

const kinds = Object.keys(exportRightOf) as ExportKind[]
const ofStation: readonly ExportKind[] = ['station-day', 'alarms', 'operations', 'devices']
const ofDevice: readonly ExportKind[] = ['device-day', 'device-history']
/** A curve or a history is of one thing and of a stretch of days. */
const needsPlace: readonly ExportKind[] = ['station-day', 'device-day', 'device-history']
const withoutDays: readonly ExportKind[] = ['stations', 'devices']

interface Entries {
  kind: ExportKind
  format: 'csv' | 'xlsx'
  stationId: string
  deviceId: string
  from: string
  to: string
}

/** What is to be written: which record, of what, of which days. */
export function ExportForm() {
  const text = useText<typeof enUS>('record')
  const refusalText = useRefusalText()
  const { code } = useLocale()
  const today = dayAt(useNow(60_000), viewerTimeZone())
  const [failure, setFailure] = useState<string>()
  const { data: stations = [] } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const { data: devices = [] } = useEndpoint('GET /devices', { query: { pageSize: maxPageSize } })
  const { send } = useSend('POST /export-tasks', { refreshes: ['GET /export-tasks'] })
  const form = useForm<Entries>({
    initial: { kind: 'station-day', format: 'csv', stationId: '', deviceId: '', from: addDays(today, -30), to: today },
    rules: {
      stationId: (value, { kind }) => (kind === 'station-day' && value === '' ? text('exports.choose') : undefined),
      deviceId: (value, { kind }) => (ofDevice.includes(kind) && value === '' ? text('exports.choose') : undefined),
      from: (value, { kind }) => (!withoutDays.includes(kind) && value === '' ? text('exports.chooseDay') : undefined),
      to: (value, { kind, from }) => {
        if (withoutDays.includes(kind)) return undefined
        if (value === '') return text('exports.chooseDay')
        return value < from ? text('exports.order') : undefined
      },
    },
    onSubmit: async ({ kind, format, stationId, deviceId, from, to }) => {
      const place = {
        ...(ofStation.includes(kind) && stationId && { stationId }),
        ...(ofDevice.includes(kind) && { deviceId }),
      }
      const days = withoutDays.includes(kind) ? {} : { from, to }
      setFailure(undefined)
      try {
        await send({ body: { kind, format, locale: messageLocaleOf(code), ...place, ...days } })
        toast({ tone: 'good', text: text('exports.begun') })
      } catch (error) {
        setFailure(refusalText(error instanceof ApiError ? error : { code: 'service.failed' }))
      }
    },
  })
  const { kind } = form.values
  return (
    <Form form={form} label={text('exports.ask')}>
      <Grid minWidth={200}>
        <SelectField
          {...form.field('kind')}
          label={text('exports.kind')}
          options={kinds.map((value) => ({ value, label: text(`exports.${value}`) }))}
        />
        <SelectField
          {...form.field('format')}
          label={text('exports.format')}
          options={[
            { value: 'csv', label: text('export.csv') },
            { value: 'xlsx', label: text('export.xlsx') },
          ]}
        />
        {ofStation.includes(kind) && (
          <SelectField
            {...form.field('stationId')}
            label={text('column.station')}
            options={[
              { value: '', label: text(needsPlace.includes(kind) ? 'exports.choose' : 'alarms.allStations') },
              ...stations.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {ofDevice.includes(kind) && (
          <SelectField
            {...form.field('deviceId')}
            label={text('column.device')}
            options={[
              { value: '', label: text('exports.choose') },
              ...devices.map(({ id, name, stationName }) => ({ value: id, label: `${stationName} · ${name}` })),
            ]}
          />
        )}
        {!withoutDays.includes(kind) && (
          <>
            <TextField {...form.field('from')} type="date" label={text('exports.from')} />
            <TextField {...form.field('to')} type="date" label={text('exports.to')} />
          </>
        )}
      </Grid>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('exports.submit')}
        </Button>
      </FormActions>
    </Form>
  )
}
