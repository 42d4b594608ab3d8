import type { AccountHealth } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, StatusTag } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'

/** Columns of the accounts' health; `onTurn` is called by the button that stops or starts an account. */
export function useHealthColumns(onTurn: (account: AccountHealth) => void): Column<AccountHealth>[] {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  return [
    { key: 'userName', title: text('center.userName'), card: 'title', render: ({ userName }) => userName },
    {
      key: 'active',
      title: text('sub.state'),
      card: 'aside',
      render: ({ active }) => (
        <StatusTag
          look="plain"
          status={active ? 'normal' : 'offline'}
          label={text(active ? 'sub.active' : 'sub.disabled')}
        />
      ),
    },
    {
      key: 'stations',
      title: text('health.stations'),
      align: 'end',
      render: ({ stations }) => format.number(stations),
    },
    {
      key: 'devices',
      title: text('health.devices'),
      align: 'end',
      render: ({ devices, devicesOnline }) => `${format.number(devicesOnline)}/${format.number(devices)}`,
    },
    {
      key: 'lag',
      title: text('health.lag'),
      align: 'end',
      render: ({ ingestLagS }) => format.duration(ingestLagS === null ? null : ingestLagS * 1000),
    },
    {
      key: 'mails',
      title: text('health.mails'),
      align: 'end',
      render: ({ failedMails, delayedMails }) => `${format.number(failedMails)}/${format.number(delayedMails)}`,
    },
    {
      key: 'turn',
      title: '',
      align: 'end',
      render: (account) => (
        <Button size="s" kind="text" onClick={() => onTurn(account)}>
          {text(account.active ? 'health.stop' : 'health.start')}
        </Button>
      ),
    },
  ]
}
