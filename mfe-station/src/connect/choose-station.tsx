import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useStationSearch } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Card, Icon, NoAccess, Page, PageHeader, SkeletonText } from '@helioport/ui'
import { SearchField } from '@helioport/ui/form'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'

/** Chooses the station to connect; a single station is chosen automatically. */
export default function ChooseStation() {
  const text = useOwnerText()
  const common = useText()
  const stations = useStationSearch()
  const [search, setSearch] = useState('')
  const own = (stations.data ?? []).filter(({ rights }) => rights.includes('manage'))
  const [first, second] = stations.known.filter(({ rights }) => rights.includes('manage'))
  const { onSearch } = stations
  // With a search there may be further stations.
  if (first && !second && !onSearch) return <Navigate to={paths.stationConnect(first.memberId, first.id)} replace />
  return (
    <Page width="reading">
      <PageHeader
        title={text('connect.choose')}
        back={{ href: hrefOf(paths.stationList()), label: text('back.list') }}
      />
      {stations.error && !stations.data && (
        <Failure title={text('failed.load')} error={stations.error} onRetry={stations.refetch} />
      )}
      {!stations.data && !stations.error && (
        <Card>
          <SkeletonText lines={4} />
        </Card>
      )}
      {stations.data && stations.total === 0 && <NoStation onRefresh={stations.refetch} />}
      {stations.data && stations.total > 0 && !first && !onSearch && (
        <NoAccess title={text('noRight.title')} hint={text('connect.noRight')} />
      )}
      {(first || onSearch) && (
        <Card>
          {onSearch && (
            <SearchField
              label={text('connect.search')}
              clearLabel={common('action.clear')}
              value={search}
              onChange={(found) => {
                setSearch(found)
                onSearch(found)
              }}
            />
          )}
          {onSearch && search.trim() !== '' && own.length === 0 && <p>{text('connect.noMatch')}</p>}
          <ul className={styles['choices']}>
            {own.map(({ id, memberId, name, address }) => (
              <li key={id}>
                <a className={styles['choice']} href={hrefOf(paths.stationConnect(memberId, id))}>
                  <Icon name="logger" />
                  <span className={styles['chosen']}>
                    <span>
                      <bdi>{name}</bdi>
                    </span>
                    <span className={styles['place']}>
                      <bdi>{address}</bdi>
                    </span>
                  </span>
                  <Icon name="chevronRight" size={16} />
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
