import { call, useEndpoint, useSend } from '@helioport/api-client'
import type { AlarmMails } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Card, Notice, Stack } from '@helioport/ui'
import { CheckboxField, Form, FormSection, SwitchField, useForm } from '@helioport/ui/form'
import { Loaded } from '../account/loaded.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'
import { clockOfAccount, QuietSection } from './notifications/quiet-section.tsx'
import { SaveEnd } from './notifications/save-end.tsx'
import { useShownStations } from './station-choices.tsx'

/** Which alarms are mailed: by severity and station, and with quiet hours. */
export function AlarmMailsCard({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const saved = useEndpoint('GET /account/alarm-mails')
  return <Loaded of={saved}>{(choice) => <AlarmMailsForm saved={choice} onDirty={onDirty} />}</Loaded>
}

interface Fields {
  byMail: boolean
  faults: boolean
  notices: boolean
  isQuiet: boolean
  from: number
  to: number
  /** Time zone of the quiet hours. */
  clock: string
  /** Ids of muted stations, in the order of the list. */
  muted: string
}

const defaultQuiet = { from: 22 * 60, to: 6 * 60 }
const idsOf = (muted: string) => muted.split(' ').filter(Boolean)

const fieldsOf = ({ byMail, faults, notices, quiet, stationIds }: AlarmMails): Fields => ({
  byMail,
  faults,
  notices,
  isQuiet: quiet !== null,
  from: quiet?.from ?? defaultQuiet.from,
  to: quiet?.to ?? defaultQuiet.to,
  // Quiet hours that are set for the first time use the viewer's zone.
  clock: quiet ? (quiet.timeZone ?? clockOfAccount) : viewerTimeZone(),
  muted: stationIds.toSorted().join(' '),
})

function quietOf({ isQuiet, from, to, clock }: Fields): AlarmMails['quiet'] {
  return isQuiet ? { from, to, ...(clock !== clockOfAccount && { timeZone: clock }) } : null
}

async function readFields(): Promise<Fields | undefined> {
  const { data } = await call('GET /account/alarm-mails')
  return data ? fieldsOf(data) : undefined
}

interface AlarmMailsFormProps {
  saved: AlarmMails
  /** Reports unsaved input: a page has one guard for all its forms. */
  onDirty: (isDirty: boolean) => void
}

function AlarmMailsForm({ saved, onDirty }: AlarmMailsFormProps) {
  const text = useAccountText()
  const common = useText()
  const { attempt, failure } = useWrite()
  const save = useSend('PUT /account/alarm-mails', { refreshes: ['GET /account/alarm-mails'] })
  const form = useForm<Fields>({
    initial: fieldsOf(saved),
    latest: { read: readFields, changedElsewhere: common('overtaken.field') },
    rules: {
      to: (to, { isQuiet, from }) => (isQuiet && to === from ? text('alarmMails.sameTime') : undefined),
    },
    onSubmit: async (fields) => {
      const { byMail, faults, notices, muted } = fields
      const body = { byMail, faults, notices, quiet: quietOf(fields), stationIds: idsOf(muted) }
      if (await attempt(() => save.send({ body }), text('saved'))) form.reset(fields)
    },
  })
  const muted = idsOf(form.values.muted)
  const { shown, search } = useShownStations(muted)
  const besides = muted.filter((each) => shown.every(({ id }) => id !== each)).length
  return (
    <Card title={text('alarmMails.title')} subtitle={text('alarmMails.hint')}>
      <Form form={form} label={text('alarmMails.title')}>
        <Stack gap={4}>
          <SwitchField
            {...form.field('faults')}
            label={text('alarmMails.faults')}
            hint={text('alarmMails.faultsHint')}
          />
          <SwitchField
            {...form.field('notices')}
            label={text('alarmMails.notices')}
            hint={text('alarmMails.noticesHint')}
          />
          <SwitchField
            {...form.field('isQuiet')}
            label={text('alarmMails.quiet')}
            hint={text('alarmMails.quietHint')}
          />
          {form.values.isQuiet && (
            <QuietSection from={form.field('from')} to={form.field('to')} clock={form.field('clock')} />
          )}
          <SwitchField
            {...form.field('byMail')}
            label={text('alarmMails.byMail')}
            hint={text('alarmMails.byMailHint')}
          />
          {(shown.length > 0 || search !== undefined) && (
            <FormSection title={text('alarmMails.stations')}>
              {search}
              {shown.map(({ id, name }) => (
                <StationChoice key={id} form={form} id={id} name={name} />
              ))}
              {besides > 0 && <Notice tone="info">{text('alarmMails.besides', { count: besides })}</Notice>}
            </FormSection>
          )}
          <SaveEnd form={form} failure={failure} onDirty={onDirty} />
        </Stack>
      </Form>
    </Card>
  )
}

interface StationChoiceProps {
  form: ReturnType<typeof useForm<Fields>>
  id: string
  name: string
}

function StationChoice({ form, id, name }: StationChoiceProps) {
  const muted = idsOf(form.values.muted)
  const change = (isWanted: boolean) => {
    const others = muted.filter((each) => each !== id)
    form.setValue('muted', (isWanted ? others : [...others, id]).toSorted().join(' '))
  }
  const { onLeave, disabled } = form.field('muted')
  return (
    <CheckboxField
      name={`station-${id}`}
      value={!muted.includes(id)}
      onChange={change}
      onLeave={onLeave}
      error={undefined}
      disabled={disabled}
      label={name}
    />
  )
}
