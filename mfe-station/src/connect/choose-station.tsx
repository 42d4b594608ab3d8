import { Navigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { maxPageSize, paths } from '@helioport/contract'
import { Card, LinkButton, NoAccess, Page, PageHeader, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

/** Which of the own stations is to be connected; one alone needs no choice. */
export default function ChooseStation() {
  const text = useOwnerText()
  const stations = useEndpoint('GET /stations', { query: { page: 1, pageSize: maxPageSize } })
  const own = (stations.data ?? []).filter(({ rights }) => rights.includes('manage'))
  const [first, second] = own
  if (first && !second) return <Navigate to={paths.stationConnect(first.memberId, first.id)} replace />
  return (
    <Page width="reading">
      <PageHeader
        title={text('connect.choose')}
        back={{ href: hrefOf(paths.stationList()), label: text('back.list') }}
      />
      {stations.error && !stations.data && (
        <Failure title={text('failed.load')} error={stations.error} onRetry={stations.refetch} />
      )}
      {stations.isLoading && (
        <Card>
          <SkeletonText lines={4} />
        </Card>
      )}
      {stations.data?.length === 0 && <NoStation onRefresh={stations.refetch} />}
      {stations.data && stations.data.length > 0 && !first && (
        <NoAccess title={text('noRight.title')} hint={text('connect.noRight')} />
      )}
      {first && (
        <Card>
          <ul className={styles['choices']}>
            {own.map(({ id, memberId, name }) => (
              <li key={id}>
                <LinkButton icon="logger" href={hrefOf(paths.stationConnect(memberId, id))}>
                  {name}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
