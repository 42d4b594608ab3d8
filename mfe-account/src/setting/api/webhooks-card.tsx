import { useState } from 'react'
import type { Webhook } from '@helioport/contract'
import { Button, Card, Empty } from '@helioport/ui'
import { Drawer } from '@helioport/ui/overlay'
import { EntryList } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { OnceShown } from './once-shown.tsx'
import { WebhookEntry } from './webhook-entry.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Content of the drawer: a form, a new secret, or a delivery log. */
type Open = { form: Webhook | 'new' } | { secret: string } | { log: Webhook }

/** Addresses of the account that receive events. */
export function WebhooksCard({ webhooks, onDoubt }: { webhooks: readonly Webhook[]; onDoubt: () => void }) {
  const text = useAccountText()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const add = (
    <Button icon="plus" onClick={() => setOpen({ form: 'new' })}>
      {text('hook.add')}
    </Button>
  )
  return (
    <Card title={text('hook.title')} subtitle={text('hook.hint')} extra={webhooks.length > 0 && add}>
      {webhooks.length === 0 ? (
        <Empty icon="link" title={text('hook.none')} hint={text('hook.noneHint')} action={add} />
      ) : (
        <EntryList label={text('hook.title')}>
          {webhooks.map((webhook) => (
            <WebhookEntry
              key={webhook.id}
              webhook={webhook}
              onDoubt={onDoubt}
              onEdit={() => setOpen({ form: webhook })}
              onLog={() => setOpen({ log: webhook })}
              onSecret={(secret) => setOpen({ secret })}
            />
          ))}
        </EntryList>
      )}
      <Drawer open={open !== undefined} title={titleOf(open, text)} onClose={close} closeLabel={text('close')}>
        {open && 'form' in open && (
          <WebhookForm
            webhook={open.form}
            onDone={(secret) => (secret === undefined ? close() : setOpen({ secret }))}
          />
        )}
        {open && 'secret' in open && (
          <OnceShown label={text('hook.secret')} once={text('hook.once')} secret={open.secret} onDone={close}>
            {text('hook.use')}
          </OnceShown>
        )}
        {open && 'log' in open && <DeliveryLog webhook={open.log} />}
      </Drawer>
    </Card>
  )
}

function titleOf(open: Open | undefined, text: ReturnType<typeof useAccountText>): string {
  if (!open || 'secret' in open) return text('hook.secret')
  if ('log' in open) return text('hook.logOf', { name: open.log.name })
  return open.form === 'new' ? text('hook.add') : open.form.name
}
