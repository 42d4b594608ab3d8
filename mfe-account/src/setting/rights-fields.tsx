import { Stack } from '@helioport/ui'
import { type FormState, SwitchField } from '@helioport/ui/form'
import { useAccountText } from '../account/use-account-text.ts'
import { StationChoices } from './station-choices.tsx'

interface Rights {
  mayControl: boolean
  allStations: boolean
  stationIds: string[]
}

/** Rights of a sub-account. */
export function RightsFields({ form }: { form: Pick<FormState<Rights>, 'field' | 'values'> }) {
  const text = useAccountText()
  return (
    <Stack gap={3}>
      <SwitchField {...form.field('mayControl')} label={text('sub.mayControl')} hint={text('sub.controlHint')} />
      <SwitchField {...form.field('allStations')} label={text('sub.allStations')} hint={text('sub.allStationsHint')} />
      {!form.values.allStations && <StationChoices field={form.field('stationIds')} />}
    </Stack>
  )
}
