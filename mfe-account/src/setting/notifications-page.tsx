import { useState } from 'react'
import { call, useEndpoint, useSend } from '@helioport/api-client'
import { mailLocales, type Notifications, pageLocales } from '@helioport/contract'
import { locales, useText } from '@helioport/i18n'
import { Card, Stack } from '@helioport/ui'
import { Form, SelectField, SwitchField, useForm } from '@helioport/ui/form'
import { AlarmMailsCard } from './alarm-mails-card.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Loaded } from '../account/loaded.tsx'
import { MailSamplesCard } from './notifications/mail-samples-card.tsx'
import { OwnMailsCard } from './notifications/own-mails-card.tsx'
import { PushCard } from './notifications/push-card.tsx'
import { SaveEnd } from './notifications/save-end.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

/** Choice, preview and delivery log of mails. */
export default function NotificationsPage() {
  const [isDailyDirty, setDailyDirty] = useState(false)
  const [isAlarmsDirty, setAlarmsDirty] = useState(false)
  const notifications = useEndpoint('GET /account/notifications')
  return (
    <SettingFrame tab="notifications">
      <Loaded of={notifications}>{(saved) => <NotificationsForm saved={saved} onDirty={setDailyDirty} />}</Loaded>
      <AlarmMailsCard onDirty={setAlarmsDirty} />
      <PushCard />
      <MailSamplesCard />
      <OwnMailsCard />
      <LeaveGuard isDirty={isDailyDirty || isAlarmsDirty} />
    </SettingFrame>
  )
}

const asPages = ''
const fieldsOf = (saved: Notifications) => ({ ...saved, locale: saved.locale ?? asPages })

interface NotificationsFormProps {
  saved: Notifications
  onDirty: (isDirty: boolean) => void
}

function NotificationsForm({ saved, onDirty }: NotificationsFormProps) {
  const text = useAccountText()
  const common = useText()
  const { attempt, failure } = useWrite()
  const save = useSend('PUT /account/notifications', { refreshes: ['GET /account/notifications'] })
  const form = useForm<Omit<Notifications, 'locale'> & { locale: string }>({
    initial: fieldsOf(saved),
    latest: {
      read: async () => {
        const { data } = await call('GET /account/notifications')
        return data ? fieldsOf(data) : undefined
      },
      changedElsewhere: common('overtaken.field'),
    },
    onSubmit: async (fields) => {
      const body = { ...fields, locale: pageLocales.find((code) => code === fields.locale) ?? null }
      if (await attempt(() => save.send({ body }), text('saved'))) form.reset(fields)
    },
  })
  return (
    <Card title={text('notifications.title')} subtitle={text('notifications.hint')}>
      <Form form={form} label={text('notifications.title')}>
        <Stack gap={4}>
          <SwitchField
            {...form.field('service')}
            label={text('notifications.service')}
            hint={text('notifications.serviceHint')}
          />
          <SwitchField
            {...form.field('report')}
            label={text('notifications.report')}
            hint={text('notifications.reportHint')}
          />
          <SelectField
            {...form.field('locale')}
            label={text('notifications.locale')}
            options={[
              { value: asPages, label: text('notifications.localeOfPages') },
              ...mailLocales.map((code) => ({
                value: code as string,
                label: locales.find((locale) => locale.code === code)?.label ?? code,
              })),
            ]}
          />
          <SaveEnd form={form} failure={failure} onDirty={onDirty} />
        </Stack>
      </Form>
    </Card>
  )
}
