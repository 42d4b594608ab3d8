import { useSend } from '@helioport/api-client'
import { type ApiKeyScope, apiKeyRules, apiKeyScopes } from '@helioport/contract'
import { Button, Notice } from '@helioport/ui'
import { Form, FormActions, required, SelectField, SwitchField, TextField, useForm } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { Choices } from '../choices.tsx'
import { StationChoices } from '../station-choices.tsx'

/** Offered lifetimes in days; 0: not chosen yet. */
const lives = [7, 30, 90, 365] as const

interface Entries {
  name: string
  scopes: ApiKeyScope[]
  days: number
  allStations: boolean
  stationIds: string[]
}

/** Form of a new key; `onMade` gets its text, which no later reply contains. */
export function ApiKeyForm({ onMade }: { onMade: (key: string) => void }) {
  const text = useAccountText()
  const { attempt, failure } = useWrite()
  const create = useSend('POST /api-keys', { refreshes: ['GET /api-keys'] })
  const form = useForm<Entries>({
    initial: { name: '', scopes: ['read'], days: 0, allStations: true, stationIds: [] },
    rules: {
      name: required(text('rule.keyName', { max: apiKeyRules.name.maxLength })),
      scopes: (value) => (value.length === 0 ? text('rule.keyScopes') : undefined),
      days: (value) => (value === 0 ? text('rule.keyDays') : undefined),
      stationIds: (value, { allStations }) =>
        !allStations && value.length === 0 ? text('rule.keyStations') : undefined,
    },
    onSubmit: async ({ name, scopes, days, allStations, stationIds }) => {
      const body = { name: name.trim(), scopes, days, stationIds: allStations ? null : stationIds }
      await attempt(
        async () => {
          const { data } = await create.send({ body })
          if (data) onMade(data.key)
        },
        undefined,
        'failed.operation',
      )
    },
  })
  return (
    <Form form={form} label={text('key.make')}>
      <TextField
        {...form.field('name')}
        label={text('key.name')}
        hint={text('key.nameHint')}
        autoComplete="off"
        maxLength={apiKeyRules.name.maxLength}
        required
      />
      <Choices
        field={form.field('scopes')}
        legend={text('key.scopes')}
        options={apiKeyScopes.map((value) => ({
          value,
          label: text(`scope.${value}`),
          hint: text(`scope.${value}.hint`),
        }))}
      />
      <SelectField
        {...form.field('days')}
        label={text('key.days')}
        hint={text('key.daysHint')}
        options={[
          { value: 0, label: text('key.choose'), disabled: true },
          ...lives.map((days) => ({ value: days, label: text('key.life', { count: days }) })),
        ]}
        required
      />
      <SwitchField {...form.field('allStations')} label={text('sub.allStations')} hint={text('sub.allStationsHint')} />
      {!form.values.allStations && <StationChoices field={form.field('stationIds')} />}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {text('key.make')}
        </Button>
      </FormActions>
    </Form>
  )
}
