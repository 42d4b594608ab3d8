import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, type SubAccount } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts } from '@helioport/i18n'
import { viewerTimeZone } from '@helioport/time'
import { Button, Card, Empty, ErrorState, StatusTag } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { SettingFrame } from './setting-frame.tsx'
import { SubAccountDrawer } from './sub-account-drawer.tsx'
import { useAccountText } from './use-account-text.ts'

/** The people whom a main account lets in, and what each may do. */
export default function SubAccountsPage() {
  const text = useAccountText()
  const format = useFormat()
  const errorText = useErrorText()
  const texts = useTableTexts()
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<SubAccount | 'new'>()
  const list = useEndpoint('GET /sub-accounts', { query: { page, pageSize: defaultPageSize } })
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {text('sub.add')}
    </Button>
  )
  const stationsOf = ({ allStations, stationIds }: SubAccount) =>
    allStations ? text('sub.allStations') : text('sub.stations', { count: stationIds.length })
  const stateOf = ({ disabled }: SubAccount) => (
    <StatusTag
      look="plain"
      status={disabled ? 'offline' : 'normal'}
      label={text(disabled ? 'sub.disabled' : 'sub.active')}
    />
  )
  return (
    <SettingFrame tab="sub-accounts">
      {list.error && !list.data ? (
        <Card>
          <ErrorState {...errorText(list.error, list.refetch)} />
        </Card>
      ) : (
        <Card title={text('setting.sub-accounts')} subtitle={text('sub.hint')} extra={add}>
          <DataTable<SubAccount>
            label={text('setting.sub-accounts')}
            texts={texts}
            storageKey="account.subAccounts"
            rows={list.data ?? []}
            rowKey={({ id }) => id}
            loading={list.isLoading}
            empty={<Empty icon="account" title={text('sub.none')} hint={text('sub.noneHint')} />}
            page={{ number: page, size: defaultPageSize, total: list.total ?? 0, onChange: setPage }}
            columns={[
              {
                key: 'userName',
                title: text('sub.userName'),
                card: 'title',
                render: (account) => (
                  <Button kind="text" size="s" onClick={() => setOpen(account)}>
                    {account.userName}
                  </Button>
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
                render: ({ createdAt }) => format.date(createdAt, viewerTimeZone()),
              },
            ]}
          />
        </Card>
      )}
      <SubAccountDrawer key={open === 'new' ? 'new' : open?.id} account={open} onClose={() => setOpen(undefined)} />
    </SettingFrame>
  )
}
