import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { defaultPageSize, type Webhook, type WebhookDelivery } from '@helioport/contract'
import { useErrorText, useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Empty, ErrorState, Notice, Row, SkeletonText, Stack, StatusTag, type StatusTone } from '@helioport/ui'
import { Entry, EntryList } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'

const tones: Record<WebhookDelivery['state'], StatusTone> = {
  done: 'normal',
  waiting: 'standby',
  failed: 'abnormal',
  dropped: 'offline',
}

const log = 'GET /webhooks/:webhookId/deliveries' as const

/** Refresh interval while deliveries are pending. */
const lookMs = 5_000

/** Deliveries to an address in the last month, newest first; each can be repeated. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const text = useAccountText()
  const errorText = useErrorText()
  const { attempt, busy, failure } = useWrite()
  const [page, setPage] = useState(1)
  const params = { webhookId: webhook.id }
  const [isWaiting, setWaiting] = useState(true)
  const list = useEndpoint(
    log,
    { params, query: { page, pageSize: defaultPageSize } },
    isWaiting ? { refetchMs: lookMs } : {},
  )
  const waits = list.data?.some(({ state }) => state === 'waiting') ?? true
  if (waits !== isWaiting) setWaiting(waits)
  const repeat = useSend('POST /webhooks/:webhookId/deliveries/:webhookDeliveryId/repeat', { refreshes: [log] })
  const { data, total = 0, error, refetch } = list
  if (!data) return error ? <ErrorState {...errorText(error, refetch)} /> : <SkeletonText lines={6} />
  if (total === 0) return <Empty icon="list" title={text('hook.noLog')} hint={text('hook.noLogHint')} />
  const again = (webhookDeliveryId: string) =>
    void attempt(
      () => repeat.send({ params: { ...params, webhookDeliveryId } }),
      text('hook.tested'),
      'failed.operation',
    )
  return (
    <Stack gap={4}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <EntryList label={text('hook.log')}>
        {data.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery}>
            {webhook.enabled && (delivery.state !== 'waiting' || delivery.tries > 0) && (
              <Button size="s" disabled={busy} onClick={() => again(delivery.id)}>
                {text(delivery.state === 'waiting' ? 'hook.now' : 'hook.again')}
              </Button>
            )}
          </Delivery>
        ))}
      </EntryList>
      <Row>
        <Button size="s" icon="refresh" onClick={refetch}>
          {text('hook.refresh')}
        </Button>
        {page > 1 && (
          <Button size="s" onClick={() => setPage(page - 1)}>
            {text('hook.newer')}
          </Button>
        )}
        {page * defaultPageSize < total && (
          <Button size="s" onClick={() => setPage(page + 1)}>
            {text('hook.older')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function Delivery({ delivery, children }: { delivery: WebhookDelivery; children: React.ReactNode }) {
  const text = useAccountText()
  const format = useFormat()
  const { event, state, createdAt, tries, status, failure, nextAt } = delivery
  const at = (instant: string) => format.dateTime(instant, viewerTimeZone())
  const note = [
    at(createdAt),
    text('hook.tries', { count: tries }),
    ...(failure === null ? [] : [text(`failure.${failure}`, { status: String(status ?? '–') })]),
    ...(nextAt === null || tries === 0 ? [] : [text('hook.next', { at: at(nextAt) })]),
  ]
  return (
    <Entry
      icon="mail"
      title={text(`event.${event}`)}
      mark={<StatusTag status={tones[state]} label={text(`delivery.${state}`)} />}
      note={note.join(' · ')}
    >
      {children}
    </Entry>
  )
}
