import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Stack } from '@helioport/ui'
import { CheckboxField, type FormState, SwitchField } from '@helioport/ui/form'
import styles from './rights-fields.module.css'
import { useAccountText } from '../account/use-account-text.ts'

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
  const chosen = form.field('stationIds')
  return (
    <Stack gap={3}>
      <SwitchField {...form.field('mayControl')} label={text('sub.mayControl')} hint={text('sub.controlHint')} />
      <SwitchField {...form.field('allStations')} label={text('sub.allStations')} hint={text('sub.allStationsHint')} />
      {!form.values.allStations && (
        <fieldset className={styles['stations']}>
          <legend className={styles['legend']}>{text('sub.whichStations')}</legend>
          {stations?.length === 0 && <p>{common('empty.nothing')}</p>}
          {stations?.map(({ id, name }) => (
            <CheckboxField
              key={id}
              name={id}
              label={name}
              value={chosen.value.includes(id)}
              onChange={(on) =>
                chosen.onChange(on ? [...chosen.value, id] : chosen.value.filter((each) => each !== id))
              }
              onLeave={chosen.onLeave}
              error={undefined}
              disabled={chosen.disabled}
            />
          ))}
          {chosen.error && <p className={styles['error']}>{chosen.error}</p>}
        </fieldset>
      )}
    </Stack>
  )
}
