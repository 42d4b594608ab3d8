import type { SubAccount } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { StatusTag } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { LookAs } from '../account/look-as.tsx'
import { useAccountText } from '../account/use-account-text.ts'

/** Columns of the sub-accounts; together they fit the width of the settings. */
export function useSubAccountColumns(): Column<SubAccount>[] {
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
      width: 130,
      render: ({ userName }) => userName,
    },
    { key: 'state', title: text('sub.state'), card: 'aside', width: 80, render: stateOf },
    { key: 'nickname', title: text('field.nickname'), hideable: true, width: 80, render: ({ nickname }) => nickname },
    { key: 'stations', title: text('sub.stationsTitle'), width: 80, render: stationsOf },
    {
      key: 'control',
      title: text('sub.control'),
      width: 90,
      hideable: true,
      render: ({ mayControl }) => text(mayControl ? 'sub.mayControl' : 'sub.mayView'),
    },
    {
      key: 'createdAt',
      title: text('sub.since'),
      width: 110,
      hideable: true,
      render: ({ createdAt }) => format.date(createdAt, viewerTimeZone()),
    },
    {
      key: 'lookAs',
      title: '',
      align: 'end',
      width: 130,
      render: ({ id, userName, disabled }) => !disabled && <LookAs accountId={id} name={userName} />,
    },
  ]
}
