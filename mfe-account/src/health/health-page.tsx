import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type AccountHealth, defaultPageSize, paths } from '@helioport/contract'
import { useListTexts, useRefusalText, useText } from '@helioport/i18n'
import { Empty, Page, PageHeader, Toolbar } from '@helioport/ui'
import { SearchField } from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { useHealthColumns } from './use-health-columns.tsx'

const refetchMs = 60_000

/** For operators: counts, ingest lag and failed mails of every account, without any of its data. */
export default function HealthPage() {
  const text = useText<typeof enUS>('account')
  return (
    <Page>
      <PageHeader
        title={text('health.title')}
        subtitle={text('health.hint')}
        back={{ href: `#${paths.account()}`, label: text('center.title') }}
      />
      <HealthTable />
    </Page>
  )
}

function HealthTable() {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<{ number: number; size: number }>({ number: 1, size: defaultPageSize })
  const [asked, setAsked] = useState<AccountHealth>()
  const query = { page: page.number, pageSize: page.size, ...(search && { search }) }
  const list = useEndpoint('GET /operator/accounts-health', { query }, { refetchMs })
  return (
    <>
      <Toolbar>
        <SearchField
          value={search}
          onChange={(value) => {
            setSearch(value)
            setPage({ ...page, number: 1 })
          }}
          label={common('action.search')}
          placeholder={text('health.search')}
          clearLabel={common('action.clear')}
        />
      </Toolbar>
      <ListFrame
        label={text('health.title')}
        storageKey="account.health"
        list={list}
        texts={useListTexts()}
        columns={useHealthColumns(setAsked)}
        rowKey={({ accountId }) => accountId}
        empty={<Empty title={common('empty.noMatch')} />}
        page={{ ...page, onChange: (number, size) => setPage({ number, size }) }}
      />
      <TurnConfirm account={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

/** Confirmation before an account is stopped or started. */
function TurnConfirm({ account, onClose }: { account: AccountHealth | undefined; onClose: () => void }) {
  const text = useText<typeof enUS>('account')
  const refusalText = useRefusalText()
  const { send, isSending } = useSend('PUT /operator/accounts/:accountId/active', {
    refreshes: ['GET /operator/accounts-health'],
  })
  const turn = async ({ accountId, active }: AccountHealth) => {
    await send({ params: { accountId }, body: { active: !active } }).catch((error: Parameters<typeof refusalText>[0]) =>
      toast({ tone: 'bad', text: refusalText(error) }),
    )
    onClose()
  }
  return (
    <Confirm
      open={account !== undefined}
      title={text(account?.active ? 'health.stopTitle' : 'health.startTitle', { name: account?.userName ?? '' })}
      text={text(account?.active ? 'health.stopText' : 'health.startText')}
      confirmLabel={text(account?.active ? 'health.stop' : 'health.start')}
      cancelLabel={text('cancel')}
      danger={account?.active ?? false}
      busy={isSending}
      onCancel={onClose}
      onConfirm={() => account && void turn(account)}
    />
  )
}
