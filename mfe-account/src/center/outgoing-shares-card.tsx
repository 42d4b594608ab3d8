import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import type { OutgoingShare } from '@helioport/contract'
import { joinParts, useFormat } from '@helioport/i18n'
import { Button, Card, Notice, StatusTag } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { EntryPages, useEntryPages } from '../account/entry-pages.tsx'
import { LookAs } from '../account/look-as.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const refreshes = ['GET /outgoing-shares', 'GET /stations/:stationId/shares'] as const
const looks = { accepted: 'normal', pending: 'info', ended: 'offline', declined: 'offline' } as const

/** People that the own plants are shared with; renders nothing if there are none. */
export function OutgoingSharesCard() {
  const text = useAccountText()
  const pages = useEntryPages()
  const { data: shares = [], total } = useEndpoint('GET /outgoing-shares', { query: pages.query })
  if (shares.length === 0 && !total) return null
  return (
    <Card title={text('given.title')} subtitle={text('given.hint')}>
      <EntryList label={text('given.title')}>
        {shares.map((share) => (
          <GivenShare key={share.id} share={share} />
        ))}
      </EntryList>
      <EntryPages pages={pages} total={total} />
    </Card>
  )
}

function GivenShare({ share }: { share: OutgoingShare }) {
  const text = useAccountText()
  const format = useFormat()
  const { attempt, busy, failure } = useWrite()
  const { send } = useSend('DELETE /stations/:stationId/shares/:shareId', { refreshes })
  const [isAsking, setAsking] = useState(false)
  const { id, accountId, stationId, stationName, userName, state, rights, endsOn } = share
  const may = ['view' as const, ...rights.filter((right) => right !== 'view')]
  return (
    <Entry
      icon="share"
      title={userName}
      mark={<StatusTag look="plain" status={looks[state]} label={text(`given.${state}`)} />}
      note={joinParts([
        stationName,
        may.map((right) => text(`right.${right}`)).join(', '),
        ...(endsOn === null ? [] : [text('invitation.until', { day: format.date(endsOn) })]),
      ])}
    >
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {accountId !== null && state === 'accepted' && <LookAs accountId={accountId} name={userName} />}
      <Button size="s" busy={busy} onClick={() => setAsking(true)}>
        {text('given.take')}
      </Button>
      <Confirm
        open={isAsking}
        title={text('given.take')}
        text={text('given.takeText', { name: userName, station: stationName })}
        confirmLabel={text('given.take')}
        cancelLabel={text('cancel')}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void attempt(() => send({ params: { stationId, shareId: id } }), text('given.taken'), 'failed.delete')
        }}
      />
    </Entry>
  )
}
