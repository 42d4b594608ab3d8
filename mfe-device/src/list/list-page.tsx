import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { askAhead, useEndpoint, useStationSearch } from '@helioport/api-client'
import { deviceSorts, paths } from '@helioport/contract'
import type { Place } from '@helioport/federation/remote'
import { useFormat, useListTexts, useText } from '@helioport/i18n'
import { Button, Empty, LinkButton, Page, PageHeader, readUrlState, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { DeviceMenu } from '../device/device-menu.tsx'
import { DeviceFilters } from './device-filters.tsx'
import { endpointQuery, isFiltered, listFields } from './list-query.ts'
import { WorkingNote } from '../device/working-note.tsx'
import { deviceCounts } from './status-counts.ts'
import { useDeviceColumns } from './use-device-columns.tsx'

// Loaded only for people who may add devices.
const AddDevice = lazy(async () => ({ default: (await import('./add/add-device.tsx')).AddDevice }))
const SpareDevices = lazy(async () => ({ default: (await import('./add/spare-devices.tsx')).SpareDevices }))

const refetchMs = 30_000

export default function ListPage() {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const [state, change] = useUrlState(listFields, useSearchParams())
  const devices = useEndpoint('GET /devices', { query: endpointQuery(state) }, { refetchMs })
  const stations = useStationSearch(state.station)
  const { known } = stations
  const summary = useEndpoint('GET /stations/summary', {}, { refetchMs })
  const place = state.station === '' ? summary.data : known.find(({ id }) => id === state.station)
  const counts = deviceCounts(place?.deviceCounts)
  // The counts ignore the search.
  const isCounted = counts !== undefined && state.search.trim() === ''
  const managed = known.filter(({ rights }) => rights.includes('manage'))
  const [isAdding, setAdding] = useState(false)
  const clear = () => change({ status: 'all', search: '', station: '' })

  const empty = isFiltered(state) ? (
    <Empty title={text('list.noMatch')} action={<Button onClick={clear}>{text('list.clearFilters')}</Button>} />
  ) : (
    <Empty
      icon="device"
      title={text('list.empty')}
      action={<LinkButton href={`#${paths.stationConnect()}`}>{text('list.emptyAction')}</LinkButton>}
    />
  )

  return (
    <Page>
      <PageHeader
        title={text('list.title')}
        subtitle={
          isCounted && counts.all > 0
            ? text('list.subtitle', { normal: format.number(counts.normal), total: format.number(counts.all) })
            : undefined
        }
        actions={
          managed.length > 0 && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {text('add.action')}
            </Button>
          )
        }
      />
      <DeviceMenu active="list" />
      <DeviceFilters state={state} change={change} stations={stations} counts={isCounted ? counts : undefined} />
      <WorkingNote working={place?.working ?? null} />
      <ListFrame
        label={text('list.caption')}
        storageKey="device.list"
        list={devices}
        texts={useListTexts()}
        columns={useDeviceColumns()}
        rowKey={({ id }) => id}
        rowHref={({ memberId, id }) => `#${paths.device('charts', memberId, id)}`}
        empty={empty}
        sort={state.sort === '' ? undefined : { key: state.sort, order: state.order }}
        onSort={(sort) =>
          change({ sort: deviceSorts.find((key) => key === sort?.key) ?? '', order: sort?.order ?? 'asc' })
        }
        page={{ number: state.page, size: state.size, onChange: (page, size) => change({ page, size }) }}
      />
      <Suspense fallback={null}>
        {managed.length > 0 && <SpareDevices stations={managed} />}
        {isAdding && <AddDevice stations={managed} onClose={() => setAdding(false)} />}
      </Suspense>
    </Page>
  )
}

ListPage.ahead = ({ search }: Place) => {
  askAhead('GET /devices', { query: endpointQuery(readUrlState(listFields, search)) })
  askAhead('GET /stations/summary', {})
}
