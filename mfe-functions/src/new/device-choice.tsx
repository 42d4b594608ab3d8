import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type CommandKind, maxCommandDevices, maxPageSize, paths } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import {
  Button,
  Card,
  Empty,
  ErrorState,
  LinkButton,
  Notice,
  Page,
  Segmented,
  SkeletonStatRow,
  Toolbar,
  useUrlState,
} from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { CommandHeader } from '../command/command-header.tsx'
import type enUS from '../messages/en-US.ts'
import { DeviceTable } from './candidate-table.tsx'
import { ObstacleGuide } from './obstacle-guide.tsx'
import { type Candidate, candidatesOf, matches, readinessFilters, summaryOf } from './readiness.ts'
import { ReadinessFigures } from './readiness-figures.tsx'
import { allReady, canChoose, chosenOf, nothing, toggled } from './selection.ts'
import { endpointQuery, pageOf, choiceFields } from './choice-query.ts'
import styles from './choice.module.css'

const refetchMs = 30_000

interface DeviceChoiceProps {
  kind: CommandKind
  /** What is done with the chosen devices, all of one station. */
  children: (chosen: readonly Candidate[]) => ReactNode
}

/** Which inverters can take a command now, why not where not, and beside them what is done with the chosen ones. */
export function DeviceChoice({ kind, children }: DeviceChoiceProps) {
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const format = useFormat()
  const [state, change] = useUrlState(choiceFields, useSearchParams())
  const [selection, setSelection] = useState(nothing)
  const stations = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const {
    data,
    total = 0,
    error,
    isPrevious,
    refetch,
  } = useEndpoint('GET /remote-settings/devices', { query: endpointQuery(state) }, { refetchMs })

  const rights = new Map(stations.data?.map((station) => [station.id, station.rights]))
  const candidates = data && candidatesOf(data, kind, rights)
  const chosen = chosenOf(candidates ?? [], selection)
  const matching = candidates?.filter((candidate) => matches(candidate, state.show))
  const shown = matching && pageOf(matching, state)
  const summary = candidates && summaryOf(candidates)
  const all = allReady(candidates ?? [], chosen)?.slice(0, maxCommandDevices)
  const count = (filter: (typeof readinessFilters)[number]) =>
    candidates ? { count: format.number(candidates.filter((each) => matches(each, filter)).length) } : {}
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
      <CommandHeader area={kind} />
      {error && !data ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : (
        <>
          {summary ? <ReadinessFigures summary={summary} chosen={chosen.length} /> : <SkeletonStatRow count={3} lead />}
          {error && <Notice tone="warn">{errorText(error).detail}</Notice>}
          {data && total > data.length && (
            <Notice tone="info">
              {text('firstOnly', { shown: format.number(data.length), total: format.number(total) })}
            </Notice>
          )}
          <Toolbar
            end={
              <>
                {chosen.length > 0 ? (
                  <Button onClick={() => setSelection(nothing)}>{text('chooseNone')}</Button>
                ) : (
                  <Button
                    disabled={!all || all.length === 0}
                    onClick={() => setSelection(new Set(all?.map(({ device }) => device.deviceId)))}
                  >
                    {text('chooseAll')}
                  </Button>
                )}
                <ChoiceField
                  label={text('station')}
                  value={state.station}
                  onChange={(station: string) => {
                    setSelection(nothing)
                    change({ station })
                  }}
                  options={[
                    { value: '', label: text('allStations') },
                    ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              </>
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
          <div className={styles['work']}>
            <DeviceTable
              candidates={shown?.rows}
              chosen={new Set(chosen.map(({ device }) => device.deviceId))}
              canChoose={(candidate) => canChoose(candidate, chosen) && chosen.length < maxCommandDevices}
              onToggle={(deviceId) => setSelection(toggled(selection, deviceId))}
              oneStation={state.station !== '' || stations.total === 1}
              fetching={isPrevious}
              empty={empty}
              page={{
                number: shown?.number ?? 1,
                size: state.size,
                total: matching?.length ?? 0,
                onChange: (page, size) => change({ page, size }),
              }}
            />
            {children(chosen)}
          </div>
          {summary && summary.devices > 0 && <ObstacleGuide summary={summary} />}
        </>
      )}
    </Page>
  )
}
