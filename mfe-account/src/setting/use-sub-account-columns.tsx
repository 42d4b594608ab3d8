import type { SubAccount } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { StatusTag } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { LookAs } from '../account/look-as.tsx'
import styles from './sub-accounts.module.css'
import { useAccountText } from '../account/use-account-text.ts'

/** Columns of the sub-accounts; `onOpen` opens one for editing. */
export function useSubAccountColumns(onOpen: (account: SubAccount) => void): Column<SubAccount>[] {
  const text = useAccountText()
  const format = useFormat()
  const stationsOf = ({ allStations, stationIds }: SubAccount) =>
    allStations ? text('sub.allStations') : text('sub.stations', { count: stationIds.length })
  const stateOf = ({ disabled }: SubAccount) => (
    <StatusTag
      look="plain"
      status={disabled ? 'offline' : 'normal'}
      label={text(disabled ? 'sub.disabled' : 'sub.active')}
    />
  )
  return [
    {
      key: 'userName',
      title: text('sub.userName'),
      card: 'title',
      render: (account) => (
        <button type="button" className={styles['name']} onClick={() => onOpen(account)}>
          {account.userName}
        </button>
      ),
    },
    { key: 'state', title: text('sub.state'), card: 'aside', render: stateOf },
    { key: 'nickname', title: text('field.nickname'), hideable: true, render: ({ nickname }) => nickname },
    { key: 'stations', title: text('sub.stationsTitle'), render: stationsOf },
    {
      key: 'control',
      title: text('sub.control'),
      hideable: true,
      render: ({ mayControl }) => text(mayControl ? 'sub.mayControl' : 'sub.mayView'),
    },
    {
      key: 'createdAt',
      title: text('sub.since'),
      hideable: true,
      // Beside all others it would push the way to look as the account out of the frame.
      startsHidden: true,
      render: ({ createdAt }) => format.date(createdAt, viewerTimeZone()),
    },
    {
      key: 'lookAs',
      title: '',
      align: 'end',
      render: ({ id, userName, disabled }) => !disabled && <LookAs accountId={id} name={userName} />,
    },
  ]
}
