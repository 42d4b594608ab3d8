import type { Share, ShareRight } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Button, Row, StatusTag, type StatusTone } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import styles from './sharing.module.css'

const tones: Record<Share['state'], StatusTone> = {
  pending: 'standby',
  accepted: 'normal',
  ended: 'offline',
  declined: 'abnormal',
}

/** Actions of an owner on a share. */
interface Actions {
  onPreview: (rights: readonly ShareRight[]) => void
  onInviteAgain: (share: Share) => void
  onChange: (share: Share) => void
  onRemove: (share: Share) => void
}

export function useShareColumns(actions: Actions): readonly Column<Share>[] {
  const text = useTabText()
  const stationText = useStationText()
  const format = useFormat()
  return [
    {
      key: 'userName',
      title: text('sharing.userName'),
      card: 'title',
      render: ({ userName, nickname }) => (
        <span className={styles['who']}>
          {userName}
          {nickname !== '' && nickname !== userName && <span className={styles['nickname']}>{nickname}</span>}
        </span>
      ),
    },
    {
      key: 'rights',
      title: stationText('sharing.rights'),
      render: ({ rights }) => rights.map((right) => stationText(`right.${right}`)).join(' · '),
    },
    {
      key: 'ends',
      title: stationText('sharing.endsOn'),
      render: ({ endsOn }) => (endsOn === null ? text('sharing.noEnd') : format.date(endsOn)),
    },
    {
      key: 'state',
      title: stationText('column.status'),
      card: 'aside',
      render: ({ state }) => <StatusTag status={tones[state]} label={text(`sharing.state.${state}`)} look="plain" />,
    },
    {
      key: 'remove',
      title: '',
      align: 'end',
      render: (share) => <ShareActions share={share} {...actions} />,
    },
  ]
}

function ShareActions({ share, onPreview, onInviteAgain, onChange, onRemove }: Actions & { share: Share }) {
  const text = useTabText()
  const owner = useOwnerText()
  return (
    <Row gap={1} justify="end">
      <Button size="s" kind="text" onClick={() => onPreview(share.rights)}>
        {owner('sharing.preview')}
      </Button>
      {share.state === 'declined' ? (
        <Button size="s" kind="text" onClick={() => onInviteAgain(share)}>
          {owner('sharing.inviteAgain')}
        </Button>
      ) : (
        <Button size="s" kind="text" onClick={() => onChange(share)}>
          {owner('sharing.change')}
        </Button>
      )}
      <Button size="s" kind="text" icon="trash" onClick={() => onRemove(share)}>
        {text('sharing.remove')}
      </Button>
    </Row>
  )
}
