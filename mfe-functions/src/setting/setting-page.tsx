import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { maxPageSize, paths } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import {
  Button,
  Card,
  Empty,
  ErrorState,
  LinkButton,
  Notice,
  Page,
  PageHeader,
  Segmented,
  SkeletonStatRow,
  Toolbar,
  useUrlState,
} from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { DeviceTable } from './device-table.tsx'
import { ObstacleGuide } from './obstacle-guide.tsx'
import { matches, readinessFilters, summaryOf } from './readiness.ts'
import { ReadinessFigures } from './readiness-figures.tsx'
import { endpointQuery, pageOf, settingFields } from './setting-query.ts'

const refetchMs = 30_000

/** Which inverters can take a remote setting now, and why not where not. It sends nothing. */
export default function SettingPage() {
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const format = useFormat()
  const [state, change] = useUrlState(settingFields, useSearchParams())
  const stations = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const {
    data,
    total = 0,
    error,
    isPrevious,
    refetch,
  } = useEndpoint('GET /remote-settings/devices', { query: endpointQuery(state) }, { refetchMs })
  const summary = data && summaryOf(data)
  const matching = data?.filter((device) => matches(device, state.show))
  const shown = matching && pageOf(matching, state)
  const count = (filter: (typeof readinessFilters)[number]) =>
    data ? { count: format.number(data.filter((device) => matches(device, filter)).length) } : {}
  const clear = () => change({ station: '', show: 'all' })

  const empty =
    state.show !== 'all' && data && data.length > 0 ? (
      <Empty title={text('noMatch')} action={<Button onClick={clear}>{text('clear')}</Button>} />
    ) : state.station !== '' ? (
      <Empty icon="device" title={text('none')} action={<Button onClick={clear}>{text('clear')}</Button>} />
    ) : (
      <Empty
        icon="device"
        title={text('noneAtAll')}
        action={<LinkButton href={`#${paths.stationList()}`}>{text('toStations')}</LinkButton>}
      />
    )

  return (
    <Page>
      <PageHeader title={text('title')} subtitle={text('intro')} />
      {error && !data ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : (
        <>
          {summary ? <ReadinessFigures summary={summary} /> : <SkeletonStatRow count={3} />}
          {error && <Notice tone="warn">{errorText(error).detail}</Notice>}
          {data && total > data.length && (
            <Notice tone="info">
              {text('firstOnly', { shown: format.number(data.length), total: format.number(total) })}
            </Notice>
          )}
          <Toolbar
            end={
              <ChoiceField
                label={text('station')}
                value={state.station}
                onChange={(station: string) => change({ station })}
                options={[
                  { value: '', label: text('allStations') },
                  ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            }
          >
            <Segmented
              label={text('show')}
              value={state.show}
              onChange={(show) => change({ show })}
              options={readinessFilters.map((filter) => ({
                value: filter,
                label: text(`show.${filter}`),
                ...count(filter),
              }))}
            />
          </Toolbar>
          <DeviceTable
            devices={shown?.rows}
            fetching={isPrevious}
            empty={empty}
            page={{
              number: shown?.number ?? 1,
              size: state.size,
              total: matching?.length ?? 0,
              onChange: (page, size) => change({ page, size }),
            }}
          />
          {summary && summary.devices > 0 && <ObstacleGuide summary={summary} />}
          <Notice tone="info">{text('readOnly')}</Notice>
        </>
      )}
    </Page>
  )
}
