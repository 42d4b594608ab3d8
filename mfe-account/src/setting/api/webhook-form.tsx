import { useSend } from '@helioport/api-client'
import { type Webhook, type WebhookEvent, webhookEvents, webhookRules } from '@helioport/contract'
import { Button, Notice } from '@helioport/ui'
import { all, Form, FormActions, matches, required, SwitchField, TextField, useForm } from '@helioport/ui/form'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { Choices } from '../choices.tsx'

interface WebhookFormProps {
  webhook: Webhook | 'new'
  /** Called with the secret of a new webhook, which no later reply contains. */
  onDone: (secret?: string) => void
}

interface Entries {
  name: string
  url: string
  events: WebhookEvent[]
  enabled: boolean
}

const refreshes = ['GET /webhooks'] as const

/** Form of an address that receives events. */
export function WebhookForm({ webhook, onDone }: WebhookFormProps) {
  const text = useAccountText()
  const { attempt, failure, reason, code } = useWrite()
  const create = useSend('POST /webhooks', { refreshes })
  const change = useSend('PUT /webhooks/:webhookId', { refreshes })
  const isNew = webhook === 'new'
  const { name, url, events, enabled } = isNew ? { name: '', url: '', events: [], enabled: true } : webhook
  const send = async (entries: Entries) => {
    const body = { name: entries.name.trim(), url: entries.url.trim(), events: entries.events }
    if (!isNew)
      return void (await change.send({
        params: { webhookId: webhook.id },
        body: { ...body, enabled: entries.enabled },
      }))
    return (await create.send({ body })).data?.secret
  }
  const form = useForm<Entries>({
    initial: { name, url, events: [...events], enabled },
    rules: {
      name: required(text('rule.keyName', { max: webhookRules.name.maxLength })),
      url: all<string, unknown>(required(text('rule.hookUrl')), matches(/^\s*https:\/\/\S+\s*$/, text('rule.hookUrl'))),
      events: (value) => (value.length === 0 ? text('rule.keyScopes') : undefined),
    },
    onSubmit: async (entries) => {
      let secret: string | undefined
      const work = async () => void (secret = (await send(entries)) ?? undefined)
      if (await attempt(work, isNew ? undefined : text('hook.saved'), 'failed.operation')) onDone(secret)
    },
  })
  const field = form.field('url')
  const isRefused = code === 'webhook.addressRefused'
  return (
    <Form form={form} label={text('hook.add')}>
      <TextField
        {...form.field('name')}
        label={text('key.name')}
        hint={text('key.nameHint')}
        autoComplete="off"
        maxLength={webhookRules.name.maxLength}
        required
      />
      <TextField
        {...field}
        error={field.error ?? (isRefused ? reason : undefined)}
        label={text('hook.url')}
        hint={text('hook.urlHint')}
        autoComplete="off"
        inputMode="url"
        maxLength={webhookRules.url.maxLength}
        required
      />
      <Choices
        field={form.field('events')}
        legend={text('hook.events')}
        options={webhookEvents.map((value) => ({ value, label: text(`event.${value}`) }))}
      />
      {!isNew && <SwitchField {...form.field('enabled')} label={text('hook.on')} hint={text('hook.onHint')} />}
      {failure !== undefined && !isRefused && <Notice tone="bad">{failure}</Notice>}
      <FormActions>
        <Button kind="primary" type="submit" busy={form.isSubmitting}>
          {isNew ? text('hook.add') : text('save')}
        </Button>
      </FormActions>
    </Form>
  )
}
