import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type AccountHealth, defaultPageSize, paths } from '@helioport/contract'
import { useErrorText, useFormat, useRefusalText, useTableTexts, useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import {
  Button,
  Card,
  Empty,
  ErrorState,
  LinkButton,
  NoAccess,
  Page,
  PageHeader,
  StatusTag,
  Toolbar,
} from '@helioport/ui'
import { SearchField } from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import { DataTable } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'

const refetchMs = 60_000

/** How every account is served: counts, lag, failed mails; for operators, and nothing of what the accounts hold. */
export default function HealthPage() {
  const text = useText<typeof enUS>('account')
  const mayRead = useSession(({ session, accessFlags }) => accessFlags.canSeeAdmin && session?.role === 'operator')
  const isKnown = useSession(({ session }) => session !== undefined)
  if (isKnown && !mayRead) {
    return (
      <Page>
        <NoAccess
          title={text('health.noAccess')}
          hint={text('health.noAccessHint')}
          action={<LinkButton href={`#${paths.account()}`}>{text('center.title')}</LinkButton>}
        />
      </Page>
    )
  }
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
  const errorText = useErrorText()
  const refusalText = useRefusalText()
  const format = useFormat()
  const texts = useTableTexts()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState<{ number: number; size: number }>({ number: 1, size: defaultPageSize })
  const [asked, setAsked] = useState<AccountHealth>()
  const query = { page: page.number, pageSize: page.size, ...(search && { search }) }
  const list = useEndpoint('GET /operator/accounts-health', { query }, { refetchMs })
  const { send, isSending } = useSend('PUT /operator/accounts/:accountId/active', {
    refreshes: ['GET /operator/accounts-health'],
  })
  const turn = async ({ accountId, active }: AccountHealth) => {
    await send({ params: { accountId }, body: { active: !active } }).catch((error: Parameters<typeof refusalText>[0]) =>
      toast({ tone: 'bad', text: refusalText(error) }),
    )
    setAsked(undefined)
  }
  if (list.error && !list.data) {
    return (
      <Card>
        <ErrorState {...errorText(list.error, list.refetch)} />
      </Card>
    )
  }
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
      <Card padding="none">
        <DataTable<AccountHealth>
          label={text('health.title')}
          texts={texts}
          storageKey="account.health"
          rows={list.data ?? []}
          rowKey={({ accountId }) => accountId}
          loading={list.isLoading}
          fetching={list.isFetching && list.isPrevious}
          empty={<Empty title={common('empty.noMatch')} />}
          page={{ ...page, total: list.total ?? 0, onChange: (number, size) => setPage({ number, size }) }}
          columns={[
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
              render: ({ devices, devicesOnline }) => `${format.number(devicesOnline)} / ${format.number(devices)}`,
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
              render: ({ failedMails, delayedMails }) =>
                `${format.number(failedMails)} / ${format.number(delayedMails)}`,
            },
            {
              key: 'turn',
              title: '',
              align: 'end',
              render: (account) => (
                <Button size="s" kind="text" onClick={() => setAsked(account)}>
                  {text(account.active ? 'health.stop' : 'health.start')}
                </Button>
              ),
            },
          ]}
        />
      </Card>
      <Confirm
        open={asked !== undefined}
        title={text(asked?.active ? 'health.stopTitle' : 'health.startTitle', { name: asked?.userName ?? '' })}
        text={text(asked?.active ? 'health.stopText' : 'health.startText')}
        confirmLabel={text(asked?.active ? 'health.stop' : 'health.start')}
        cancelLabel={text('cancel')}
        danger={asked?.active ?? false}
        busy={isSending}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked && void turn(asked)}
      />
    </>
  )
}
