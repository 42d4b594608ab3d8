import { useState } from 'react'
import type { Share } from '@helioport/contract'
import { useEndpoint, useSend } from '@helioport/api-client'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card, Empty, ErrorState, Notice } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { DataTable } from '@helioport/ui/table'
import { useStationText } from '../../station/use-station-text.ts'
import styles from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { ShareForm } from './share-form.tsx'

const refreshes = ['GET /stations/:stationId/shares'] as const

/** With whom the station is shared, and the way to invite somebody. */
export default function SharingTab({ station }: StationTabProps) {
  const text = useStationText()
  const common = useText()
  const texts = useTableTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const [removing, setRemoving] = useState<Share>()
  const shares = useEndpoint('GET /stations/:stationId/shares', {
    params: { stationId: station.id },
    query: { page, pageSize: 20 },
  })
  const remove = useSend('DELETE /stations/:stationId/shares/:shareId', { refreshes })
  const confirm = async () => {
    if (!removing) return
    try {
      await remove.send({ params: { stationId: station.id, shareId: removing.id } })
    } finally {
      setRemoving(undefined)
    }
  }
  return (
    <div className={styles.day}>
      <Card title={text('sharing.invite')}>
        <ShareForm stationId={station.id} />
      </Card>
      {remove.error && <Notice tone="bad">{errorText(remove.error).detail}</Notice>}
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
            empty={<Empty icon="share" title={text('sharing.none')} />}
            columns={[
              { key: 'userName', title: text('sharing.userName'), card: 'title', render: ({ userName }) => userName },
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
              { key: 'state', title: text('column.status'), render: ({ state }) => text(`sharing.state.${state}`) },
              {
                key: 'remove',
                title: '',
                align: 'end',
                render: (share) => (
                  <Button size="s" kind="text" icon="trash" onClick={() => setRemoving(share)}>
                    {text('sharing.remove')}
                  </Button>
                ),
              },
            ]}
          />
        </Card>
      )}
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
