import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { Webhook } from '@helioport/contract'
import { joinParts, useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Notice, StatusTag } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { Entry } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

interface WebhookEntryProps {
  webhook: Webhook
  onDoubt: () => void
  onEdit: () => void
  onLog: () => void
  /** Called with a new secret, which no later reply contains. */
  onSecret: (secret: string) => void
}

/** One address: its events and the state of its deliveries. */
export function WebhookEntry({ webhook, onDoubt, onEdit, onLog, onSecret }: WebhookEntryProps) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const test = useSend('POST /webhooks/:webhookId/test', { refreshes: ['GET /webhooks/:webhookId/deliveries'] })
  const remove = useSend('DELETE /webhooks/:webhookId', { refreshes: ['GET /webhooks'] })
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, url, enabled } = webhook
  const run = (work: () => Promise<unknown>, done: string) =>
    void attempt(work, done, 'failed.operation').then((isDone) => !isDone && onDoubt())
  const events = webhook.events.map((event) => text(`event.${event}`)).join(', ')
  return (
    <Entry icon="link" title={name} mark={<State webhook={webhook} />} note={`${new URL(url).host} · ${events}`}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {enabled && (
        <Button
          size="s"
          busy={busy}
          onClick={() => run(() => test.send({ params: { webhookId: id } }), text('hook.tested'))}
          label={joinParts([text('hook.test'), name])}
        >
          {text('hook.test')}
        </Button>
      )}
      <Button size="s" onClick={onLog} label={text('hook.logOf', { name })}>
        {text('hook.log')}
      </Button>
      <Button size="s" onClick={onEdit} label={joinParts([text('hook.edit'), name])}>
        {text('hook.edit')}
      </Button>
      <NewSecret webhook={webhook} onDone={onSecret} />
      <Button size="s" disabled={busy} onClick={() => setRemoving(true)} label={joinParts([text('hook.delete'), name])}>
        {text('hook.delete')}
      </Button>
      <Confirm
        open={isRemoving}
        title={text('hook.deleteTitle', { name })}
        text={text('hook.deleteText')}
        confirmLabel={text('hook.delete')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          run(() => remove.send({ params: { webhookId: id } }), text('hook.deleted'))
        }}
      />
    </Entry>
  )
}

function NewSecret({ webhook: { id, name }, onDone }: { webhook: Webhook; onDone: (secret: string) => void }) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const renew = useSend('POST /webhooks/:webhookId/secret')
  const [isAsking, setAsking] = useState(false)
  const make = async () => {
    setAsking(false)
    let secret: string | undefined
    const work = async () => void (secret = (await renew.send({ params: { webhookId: id } })).data?.secret)
    if ((await attempt(work, undefined, 'failed.operation')) && secret !== undefined) onDone(secret)
  }
  return (
    <>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Button size="s" busy={busy} onClick={() => setAsking(true)} label={joinParts([text('hook.newSecret'), name])}>
        {text('hook.newSecret')}
      </Button>
      <Confirm
        open={isAsking}
        title={text('hook.newSecretTitle', { name })}
        text={text('hook.newSecretText')}
        confirmLabel={text('hook.newSecret')}
        cancelLabel={text('cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void make()}
      />
    </>
  )
}

function State({ webhook: { enabled, stoppedAt, failingSince } }: { webhook: Webhook }) {
  const text = useAccountText()
  const format = useFormat()
  const at = (instant: string) => format.dateTime(instant, viewerTimeZone())
  if (stoppedAt !== null) return <StatusTag status="abnormal" label={text('hook.stopped', { at: at(stoppedAt) })} />
  if (!enabled) return <StatusTag status="offline" label={text('hook.off')} />
  if (failingSince === null) return null
  return <StatusTag status="abnormal" label={text('hook.failing', { at: at(failingSince) })} />
}
