import { useState } from 'react'
import type { Share, ShareRight, Station } from '@helioport/contract'
import { useEndpoint, useSend } from '@helioport/api-client'
import { useErrorText, useListTexts, useText } from '@helioport/i18n'
import { Card, Empty, Notice } from '@helioport/ui'
import { Confirm, Modal, toast } from '@helioport/ui/overlay'
import { ListFrame } from '@helioport/ui/table'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useTabText } from '../tab-texts.ts'
import detail from '../detail.module.css'
import type { StationTabProps } from '../station-tab-props.ts'
import { useShareColumns } from './share-columns.tsx'
import { ShareForm } from './share-form.tsx'
import { SharePreview } from './share-preview.tsx'
import styles from './sharing.module.css'

const pageSize = 20
const refreshes = ['GET /stations/:stationId/shares'] as const

/** The shares of the station, and the form for an invitation. */
export default function SharingTab({ station }: StationTabProps) {
  const text = useTabText()
  const [preview, setPreview] = useState<readonly ShareRight[]>()
  return (
    <div className={detail['day']}>
      <Card title={text('sharing.invite')}>
        <div className={styles['form']}>
          <ShareForm stationId={station.id} onPreview={setPreview} />
        </div>
      </Card>
      <ShareList station={station} onPreview={setPreview} />
      {preview && <SharePreview station={station} rights={preview} onClose={() => setPreview(undefined)} />}
    </div>
  )
}

interface ShareListProps {
  station: Station
  onPreview: (rights: readonly ShareRight[]) => void
}

function ShareList({ station, onPreview }: ShareListProps) {
  const text = useTabText()
  const errorText = useErrorText()
  const [page, setPage] = useState(1)
  const [removing, setRemoving] = useState<Share>()
  const [changing, setChanging] = useState<Share>()
  const params = { stationId: station.id }
  const shares = useEndpoint('GET /stations/:stationId/shares', { params, query: { page, pageSize } })
  const invite = useSend('POST /stations/:stationId/shares', { refreshes })
  const remove = useSend('DELETE /stations/:stationId/shares/:shareId', { refreshes })
  const refused = remove.error ?? invite.error
  const inviteAgain = ({ userName, rights, endsOn }: Share) =>
    invite.send({ params, body: { userName, rights, endsOn } }).then(
      () => toast({ tone: 'good', text: text('sharing.sent', { name: userName }) }),
      // The refusal is shown above the list.
      () => {},
    )
  const confirm = ({ id }: Share) =>
    remove
      .send({ params: { ...params, shareId: id } })
      .catch(() => {})
      .finally(() => setRemoving(undefined))
  const columns = useShareColumns({
    onPreview,
    onInviteAgain: (share) => void inviteAgain(share),
    onChange: setChanging,
    onRemove: setRemoving,
  })
  return (
    <>
      {refused && <Notice tone="bad">{errorText(refused).detail}</Notice>}
      <ListFrame
        title={text('sharing.list')}
        label={text('sharing.list')}
        storageKey="station.shares"
        list={shares}
        texts={useListTexts()}
        columns={columns}
        rowKey={({ id }) => id}
        page={{ number: page, size: pageSize, onChange: setPage }}
        empty={<Empty icon="share" title={text('sharing.none')} hint={text('sharing.noneHint')} />}
      />
      {changing && (
        <ChangeShare station={station} share={changing} onPreview={onPreview} onClose={() => setChanging(undefined)} />
      )}
      <RemoveShare
        share={removing}
        isBusy={remove.isSending}
        onConfirm={(share) => void confirm(share)}
        onCancel={() => setRemoving(undefined)}
      />
    </>
  )
}

function ChangeShare({ station, share, onPreview, onClose }: ShareListProps & { share: Share; onClose: () => void }) {
  const owner = useOwnerText()
  const common = useText()
  return (
    <Modal
      open
      title={owner('sharing.changeTitle', { name: share.userName })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      <ShareForm stationId={station.id} share={share} onPreview={onPreview} onDone={onClose} />
    </Modal>
  )
}

interface RemoveShareProps {
  /** Undefined: no share is to be removed. */
  share: Share | undefined
  isBusy: boolean
  onConfirm: (share: Share) => void
  onCancel: () => void
}

function RemoveShare({ share, isBusy, onConfirm, onCancel }: RemoveShareProps) {
  const text = useTabText()
  const common = useText()
  return (
    <Confirm
      open={share !== undefined}
      title={text('sharing.removeTitle')}
      text={text('sharing.removeText', { name: share?.userName ?? '' })}
      confirmLabel={text('sharing.remove')}
      cancelLabel={common('action.cancel')}
      danger
      busy={isBusy}
      onConfirm={() => share && onConfirm(share)}
      onCancel={onCancel}
    />
  )
}
