import { useState } from 'react'
import { ApiError, useSend, useStationSearch } from '@helioport/api-client'
import { joinParts, messageLocaleOf, useDayWords, useLocale, useRefusalText, useText } from '@helioport/i18n'
import { dayAt, viewerTimeZone } from '@helioport/time'
import { Button, Grid, Notice, useNow } from '@helioport/ui'
import { DayField } from '@helioport/ui/date'
import { Form, FormActions, type FormState, SelectField, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import { useDeviceSearch } from '../record/use-device-search.ts'
import { entriesOf, exportBody, type ExportEntries, exportKinds, exportRules, firstEntries } from './export-entries.ts'

/** Form of a new export task: record, place and days. */
export function ExportForm() {
  const text = useText<typeof enUS>('record')
  const refusalText = useRefusalText()
  const { code } = useLocale()
  const today = dayAt(useNow(60_000), viewerTimeZone())
  const [failure, setFailure] = useState<string>()
  const { send } = useSend('POST /export-tasks', { refreshes: ['GET /export-tasks'] })
  const form = useForm({
    initial: firstEntries(today),
    rules: exportRules(text),
    onSubmit: async (entries) => {
      setFailure(undefined)
      try {
        await send({ body: { ...exportBody(entries), locale: messageLocaleOf(code) } })
        toast({ tone: 'good', text: text('exports.begun') })
      } catch (error) {
        setFailure(refusalText(error instanceof ApiError ? error : { code: 'service.failed' }))
      }
    },
  })
  return (
    <Form form={form} label={text('exports.ask')}>
      <Grid minWidth={200}>
        <SelectField
          {...form.field('kind')}
          label={text('exports.kind')}
          options={exportKinds.map((value) => ({ value, label: text(`exports.${value}`) }))}
        />
        <SelectField
          {...form.field('format')}
          label={text('exports.format')}
          options={[
            { value: 'csv', label: text('export.csv') },
            { value: 'xlsx', label: text('export.xlsx') },
          ]}
        />
        <PlaceAndDays form={form} />
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

/** The fields for station, device and days that apply to the chosen kind. */
function PlaceAndDays({ form }: { form: FormState<ExportEntries> }) {
  const text = useText<typeof enUS>('record')
  const { data: stations = [], onSearch } = useStationSearch(form.values.stationId)
  const devices = useDeviceSearch({ chosen: form.values.deviceId })
  const days = useDayWords()
  const asked = entriesOf(form.values.kind)
  return (
    <>
      {asked.station && (
        <SelectField
          {...form.field('stationId')}
          onSearch={onSearch}
          label={text('column.station')}
          options={[
            { value: '', label: text(asked.needsStation ? 'exports.choose' : 'alarms.allStations') },
            ...stations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {asked.device && (
        <SelectField
          {...form.field('deviceId')}
          onSearch={devices.onSearch}
          label={text('column.device')}
          options={[
            { value: '', label: text('exports.choose') },
            ...devices.data.map(({ id, name, stationName }) => ({ value: id, label: joinParts([stationName, name]) })),
          ]}
        />
      )}
      {asked.days && (
        <>
          <DayField {...form.field('from')} {...days} label={text('exports.from')} />
          <DayField {...form.field('to')} {...days} label={text('exports.to')} />
        </>
      )}
    </>
  )
}
