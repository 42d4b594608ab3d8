import { useState } from 'react'
import { ApiError, useEndpoint, useSend } from '@helioport/api-client'
import { type IncomingShare, paths } from '@helioport/contract'
import { useFormat, useRefusalText, useText } from '@helioport/i18n'
import { Button, Card, StatusTag } from '@helioport/ui'
import { Confirm, toast } from '@helioport/ui/overlay'
import { EntryPages, useEntryPages } from '../account/entry-pages.tsx'
import type enUS from '../messages/en-US.ts'
import styles from './center-page.module.css'

const refreshes = ['GET /incoming-shares', 'GET /monitored-accounts', 'GET /stations', 'GET /stations/summary'] as const

/** Stations shared by others: open invitations first, then accepted ones; renders nothing if there are none. */
export function InvitationsCard() {
  const text = useText<typeof enUS>('account')
  const pages = useEntryPages()
  const { data: shares = [], total } = useEndpoint('GET /incoming-shares', { query: pages.query })
  if (shares.length === 0 && !total) return null
  return (
    <Card title={text('invitation.title')} subtitle={text('invitation.hint')} padding="none">
      <ul className={styles['links']} aria-label={text('invitation.title')}>
        {shares.map((share) => (
          <Invitation key={share.id} share={share} />
        ))}
      </ul>
      <EntryPages pages={pages} total={total} />
    </Card>
  )
}

function Invitation({ share }: { share: IncomingShare }) {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  const refusalText = useRefusalText()
  const accept = useSend('POST /incoming-shares/:incomingShareId/acceptance', { refreshes })
  const end = useSend('DELETE /incoming-shares/:incomingShareId', { refreshes })
  const [isLeaving, setLeaving] = useState(false)
  const params = { incomingShareId: share.id }
  const isPending = share.state === 'pending'
  const say = (work: Promise<unknown>, done: string) =>
    work.then(
      () => toast({ tone: 'good', text: done }),
      (error: unknown) =>
        toast({ tone: 'bad', text: refusalText(error instanceof ApiError ? error : { code: 'service.failed' }) }),
    )
  const rights = ['view' as const, ...share.rights.filter((right) => right !== 'view')]
  return (
    <li className={styles['invitation']}>
      <div className={styles['names']}>
        <span className={styles['wayTitle']}>
          {isPending ? (
            share.stationName
          ) : (
            <a href={`#${paths.station('charts', share.ownerAccountId, share.stationId)}`}>{share.stationName}</a>
          )}{' '}
          <StatusTag
            look="plain"
            status={isPending ? 'info' : share.state === 'accepted' ? 'normal' : 'offline'}
            label={text(`invitation.${share.state}`)}
          />
        </span>
        <span className={styles['muted']}>
          {text('invitation.from', { name: share.ownerUserName })} ·{' '}
          {rights.map((right) => text(`right.${right}`)).join(', ')}
          {share.endsOn && ` · ${text('invitation.until', { day: format.date(share.endsOn) })}`}
        </span>
      </div>
      <div className={styles['buttons']}>
        {isPending && (
          <Button
            kind="primary"
            size="s"
            busy={accept.isSending}
            onClick={() => void say(accept.send({ params }), text('invitation.acceptDone'))}
          >
            {text('invitation.accept')}
          </Button>
        )}
        <Button size="s" busy={end.isSending} onClick={() => setLeaving(true)}>
          {text(isPending ? 'invitation.decline' : 'invitation.leave')}
        </Button>
      </div>
      <Confirm
        open={isLeaving}
        title={text(isPending ? 'invitation.decline' : 'invitation.leave')}
        text={text('invitation.leaveText', { station: share.stationName, name: share.ownerUserName })}
        confirmLabel={text(isPending ? 'invitation.decline' : 'invitation.leave')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          void say(end.send({ params }), text('invitation.leaveDone'))
        }}
      />
    </li>
  )
}
