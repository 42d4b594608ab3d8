import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, type SubAccount } from '@helioport/contract'
import { useListTexts } from '@helioport/i18n'
import { Button, Empty } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import { SettingFrame } from './setting-frame.tsx'
import { SubAccountDrawer } from './sub-account-drawer.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useSubAccountColumns } from './use-sub-account-columns.tsx'

/** Sub-accounts of a main account, and their rights. */
export default function SubAccountsPage() {
  const text = useAccountText()
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<SubAccount | 'new'>()
  const list = useEndpoint('GET /sub-accounts', { query: { page, pageSize: defaultPageSize } })
  return (
    <SettingFrame tab="sub-accounts">
      <ListFrame
        title={text('setting.sub-accounts')}
        subtitle={text('sub.hint')}
        extra={
          <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
            {text('sub.add')}
          </Button>
        }
        label={text('setting.sub-accounts')}
        storageKey="account.subAccounts"
        list={list}
        texts={useListTexts()}
        columns={useSubAccountColumns()}
        onRowClick={setOpen}
        rowKey={({ id }) => id}
        empty={<Empty icon="account" title={text('sub.none')} hint={text('sub.noneHint')} />}
        page={{ number: page, size: defaultPageSize, onChange: setPage }}
      />
      <SubAccountDrawer key={open === 'new' ? 'new' : open?.id} account={open} onClose={() => setOpen(undefined)} />
    </SettingFrame>
  )
}
