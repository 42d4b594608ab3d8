import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { LinkButton, NoAccess, Page, PageHeader, useNow } from '@helioport/ui'
import { FormSkeleton } from './form-skeleton.tsx'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { useOwnerText } from '../station/owner-texts.ts'
import StationForm from './station-form.tsx'
import { emptyValues, todayAt } from './station-values.ts'

const tickMs = 60_000

/** Adds a station to the signed-in main account. */
export default function AddStation() {
  const text = useOwnerText()
  const session = useSession((state) => state.session)
  const now = useNow(tickMs)
  const [search] = useSearchParams()
  const then = search.get('then') === 'connect' ? 'connect' : 'information'
  const account = useEndpoint('GET /account')
  const stations = useEndpoint('GET /stations', { query: { page: 1, pageSize: 1 } })
  const list = hrefOf(paths.stationList())
  const failed = account.error ?? stations.error

  if (session && session.mainAccountId !== null)
    return (
      <Page>
        <NoAccess
          title={text('noRight.title')}
          hint={text('noRight.add')}
          action={<LinkButton href={list}>{text('back.list')}</LinkButton>}
        />
      </Page>
    )
  if (failed && (!account.data || !stations.data))
    return (
      <Page>
        <Failure
          title={text('failed.load')}
          error={failed}
          onRetry={account.error ? account.refetch : stations.refetch}
        />
      </Page>
    )
  if (!session || !account.data || !stations.data) return <FormSkeleton />

  const empty = emptyValues(todayAt('', now), account.data.currency, (stations.total ?? 0) + 1)
  const rates = empty.rates.map((rate) => ({ ...rate, rate: account.data?.feedInTariff ?? null }))
  return (
    <Page width="reading">
      <PageHeader title={text('title.add')} back={{ href: list, label: text('back.list') }} />
      <StationForm accountId={session.accountId} station={null} initial={{ ...empty, rates }} then={then} />
    </Page>
  )
}
