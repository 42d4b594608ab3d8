import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Stack } from '@helioport/ui'
import { type FormState, SwitchField } from '@helioport/ui/form'
import { useAccountText } from '../account/use-account-text.ts'
import { Choices } from './choices.tsx'

interface Rights {
  mayControl: boolean
  allStations: boolean
  stationIds: string[]
}

/** What a sub-account may see and do. */
export function RightsFields({ form }: { form: Pick<FormState<Rights>, 'field' | 'values'> }) {
  const text = useAccountText()
  const common = useText()
  const { data: stations } = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  return (
    <Stack gap={3}>
      <SwitchField {...form.field('mayControl')} label={text('sub.mayControl')} hint={text('sub.controlHint')} />
      <SwitchField {...form.field('allStations')} label={text('sub.allStations')} hint={text('sub.allStationsHint')} />
      {!form.values.allStations && (
        <Choices
          field={form.field('stationIds')}
          legend={text('sub.whichStations')}
          options={(stations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          none={common('empty.nothing')}
        />
      )}
    </Stack>
  )
}
