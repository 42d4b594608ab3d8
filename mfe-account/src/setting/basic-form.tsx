import { type ReactNode, useEffect, useRef } from 'react'
import { useSend } from '@helioport/api-client'
import type { Account, AccountSettings } from '@helioport/contract'
import { useDraftTexts, useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, Notice, Stack } from '@helioport/ui'
import { DraftOffer, Form, FormActions, useForm } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import styles from './basic-form.module.css'
import { BasicFields } from './basic-fields.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useObjections } from './use-objections.ts'
import { useSavedSettings } from './use-saved-settings.ts'
import { changedFields, settingsOf, trimmed } from './settings-rules.ts'

/** The basic settings of the account; GET and PUT /account. `pictures`: shown above the fields and saved separately. */
export function BasicForm({ account, pictures }: { account: Account; pictures?: ReactNode }) {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const errors = useText('error')
  const refreshSession = useSession((state) => state.refresh)
  const { rules, objectionsOf } = useObjections()
  const { send, error, reset: forget } = useSend('PUT /account', { refreshes: ['GET /account'] })
  const { saved, read } = useSavedSettings(account)
  const draftTexts = useDraftTexts()

  const form = useForm<AccountSettings>({
    initial: saved,
    rules,
    keepsDraft: true,
    latest: { read, changedElsewhere: common('overtaken.field') },
    onSubmit: async (values) => {
      try {
        const { data } = await send({ body: trimmed(values) })
        form.reset(data ? settingsOf(data) : trimmed(values))
        toast({ tone: 'good', text: text('saved') })
        // The header shows the nickname. If the session cannot be reloaded, the save has still succeeded.
        await refreshSession().catch(() => undefined)
      } catch (failure) {
        form.setErrors(objectionsOf(failure, values))
      }
    },
  })
  const changes = changedFields(saved, form.values).length

  // Changes made elsewhere are taken over only while nothing is edited here.
  const arrived = useRef(account)
  useEffect(() => {
    if (arrived.current === account || changes > 0) return
    arrived.current = account
    form.reset(settingsOf(account))
  })

  return (
    <Form form={form} label={text('setting.basic')}>
      <Stack gap={5}>
        <DraftOffer form={form} texts={draftTexts} />
        {pictures}
        <BasicFields form={form} account={account} />
        {form.isOvertaken && <Notice tone="warn">{common('overtaken.form')}</Notice>}
        {error && (
          <Notice tone="bad">
            <strong>{text('saveFailed')}</strong> {errors(error.code)}
          </Notice>
        )}
        <div className={styles['actions']} data-unsaved={changes > 0 || undefined}>
          <FormActions>
            <Button kind="primary" type="submit" disabled={changes === 0} busy={form.isSubmitting}>
              {form.isSubmitting ? text('saving') : text('save')}
            </Button>
            {changes > 0 && (
              <Button
                disabled={form.isSubmitting}
                onClick={() => {
                  forget()
                  form.reset(saved)
                }}
              >
                {text('discard')}
              </Button>
            )}
            <span className={styles['state']} role="status">
              {changes > 0 ? text('unsaved', { count: changes }) : text('nothingToSave')}
            </span>
          </FormActions>
        </div>
      </Stack>
      <LeaveGuard isDirty={changes > 0 && !form.isSubmitting} />
    </Form>
  )
}
