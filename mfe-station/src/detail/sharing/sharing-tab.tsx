import { useState } from 'react'
import type { Share, ShareRight } from '@helioport/contract'
import { useEndpoint, useSend } from '@helioport/api-client'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card, Empty, ErrorState, Notice, Row, StatusTag, type StatusTone } from '@helioport/ui'
import { Confirm, Modal, toast } from '@helioport/ui/overlay'
import { DataTable } from '@helioport/ui/table'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useStationText } from '../../station/use-station-text.ts'
import detail from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { ShareForm } from './share-form.tsx'
import { SharePreview } from './share-preview.tsx'
import styles from './sharing.module.css'

const tones: Record<Share['state'], StatusTone> = {
  pending: 'standby',
  accepted: 'normal',
  ended: 'offline',
  declined: 'abnormal',
}

const refreshes = ['GET /stations/:stationId/shares'] as const

/** With whom the station is shared, and the way to invite somebody. */
export default function SharingTab({ station }: StationTabProps) {
  const text = useStationText()
  const common = useText()
  const texts = useTableTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const owner = useOwnerText()
  const [removing, setRemoving] = useState<Share>()
  const [changing, setChanging] = useState<Share>()
  const [preview, setPreview] = useState<readonly ShareRight[]>()
  const shares = useEndpoint('GET /stations/:stationId/shares', {
    params: { stationId: station.id },
    query: { page, pageSize: 20 },
  })
  const remove = useSend('DELETE /stations/:stationId/shares/:shareId', { refreshes })
  const invite = useSend('POST /stations/:stationId/shares', { refreshes })
  const inviteAgain = async ({ userName, rights, endsOn }: Share) => {
    try {
      await invite.send({ params: { stationId: station.id }, body: { userName, rights, endsOn } })
      toast({ tone: 'good', text: text('sharing.sent', { name: userName }) })
    } catch {
      // What was refused is said above the list.
    }
  }
  const refused = remove.error ?? invite.error
  const confirm = async () => {
    if (!removing) return
    try {
      await remove.send({ params: { stationId: station.id, shareId: removing.id } })
    } catch {
      // What was refused is said above the list.
    } finally {
      setRemoving(undefined)
    }
  }
  return (
    <div className={detail['day']}>
      <Card title={text('sharing.invite')}>
        <div className={styles['form']}>
          <ShareForm stationId={station.id} onPreview={setPreview} />
        </div>
      </Card>
      {refused && <Notice tone="bad">{errorText(refused).detail}</Notice>}
      {shares.error && !shares.data ? (
        <Card>
          <ErrorState {...errorText(shares.error, shares.refetch)} />
        </Card>
      ) : (
        <Card title={text('sharing.list')} padding="none">
          <DataTable
            label={text('sharing.list')}
            texts={texts}
            storageKey="station.shares"
            rows={shares.data ?? []}
            rowKey={({ id }) => id}
            loading={shares.isLoading}
            page={{ number: page, size: 20, total: shares.total ?? 0, onChange: setPage }}
            empty={<Empty icon="share" title={text('sharing.none')} hint={text('sharing.noneHint')} />}
            columns={[
              {
                key: 'userName',
                title: text('sharing.userName'),
                card: 'title',
                render: ({ userName, accountId }) => (
                  <span className={styles['who']}>
                    {userName}
                    {accountId !== null && <span className={styles['id']}>{accountId}</span>}
                  </span>
                ),
              },
              {
                key: 'rights',
                title: text('sharing.rights'),
                render: ({ rights }) => rights.map((right) => text(`right.${right}`)).join(' · '),
              },
              {
                key: 'ends',
                title: text('sharing.endsOn'),
                render: ({ endsOn }) => (endsOn === null ? text('sharing.noEnd') : format.date(endsOn)),
              },
              {
                key: 'state',
                title: text('column.status'),
                card: 'aside',
                render: ({ state }) => (
                  <StatusTag status={tones[state]} label={text(`sharing.state.${state}`)} look="plain" />
                ),
              },
              {
                key: 'remove',
                title: '',
                align: 'end',
                render: (share) => (
                  <Row gap={1} justify="end" wrap={false}>
                    <Button size="s" kind="text" onClick={() => setPreview(share.rights)}>
                      {owner('sharing.preview')}
                    </Button>
                    {share.state === 'declined' ? (
                      <Button size="s" kind="text" onClick={() => void inviteAgain(share)}>
                        {owner('sharing.inviteAgain')}
                      </Button>
                    ) : (
                      <Button size="s" kind="text" onClick={() => setChanging(share)}>
                        {owner('sharing.change')}
                      </Button>
                    )}
                    <Button size="s" kind="text" icon="trash" onClick={() => setRemoving(share)}>
                      {text('sharing.remove')}
                    </Button>
                  </Row>
                ),
              },
            ]}
          />
        </Card>
      )}
      {changing && (
        <Modal
          open
          title={owner('sharing.changeTitle', { name: changing.userName })}
          onClose={() => setChanging(undefined)}
          closeLabel={common('action.close')}
        >
          <ShareForm
            stationId={station.id}
            share={changing}
            onPreview={setPreview}
            onDone={() => setChanging(undefined)}
          />
        </Modal>
      )}
      {preview && <SharePreview station={station} rights={preview} onClose={() => setPreview(undefined)} />}
      <Confirm
        open={removing !== undefined}
        title={text('sharing.removeTitle')}
        text={text('sharing.removeText', { name: removing?.userName ?? '' })}
        confirmLabel={text('sharing.remove')}
        cancelLabel={common('action.cancel')}
        danger
        busy={remove.isSending}
        onConfirm={() => void confirm()}
        onCancel={() => setRemoving(undefined)}
      />
    </div>
  )
}
