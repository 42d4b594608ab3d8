import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type Command, commandKinds, maxPageSize, paths } from '@helioport/contract'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import {
  Button,
  Card,
  Empty,
  ErrorState,
  LinkButton,
  Notice,
  Page,
  Segmented,
  StackedBar,
  Toolbar,
  useUrlState,
} from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { DataTable } from '@helioport/ui/table'
import { CommandTag } from '../command/command-status.tsx'
import { CommandHeader } from '../command/command-header.tsx'
import { usePowerFactorText } from '../command/power-factor.ts'
import type enUS from '../messages/en-US.ts'
import { commandListFields, commandListQuery } from './command-list-query.ts'
import styles from '../command/command.module.css'

const refetchMs = 30_000

/** Everything that was asked of inverters, newest first. */
export default function CommandListPage() {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  const texts = useTableTexts()
  const errorText = useErrorText()
  const powerFactorText = usePowerFactorText()
  const format = useFormat()
  const [state, change] = useUrlState(commandListFields, useSearchParams())
  const stations = useEndpoint('GET /stations', { query: { pageSize: maxPageSize } })
  const { data, total, error, isPrevious, refetch } = useEndpoint(
    'GET /commands',
    { query: commandListQuery(state) },
    { refetchMs },
  )
  const filtered = state.kind !== 'all' || state.station !== '' || state.device !== ''
  const clear = () => change({ kind: 'all', station: '', device: '' })

  return (
    <Page>
      <CommandHeader area="commands" />
      <Toolbar
        end={
          <>
            {state.device !== '' && (
              <Button onClick={() => change({ device: '' })}>{text('commands.allDevices')}</Button>
            )}
            <ChoiceField
              label={text('station')}
              value={state.station}
              onChange={(station: string) => change({ station })}
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
          value={state.kind}
          onChange={(kind) => change({ kind })}
          options={(['all', ...commandKinds] as const).map((kind) => ({
            value: kind,
            label: kind === 'all' ? text('show.all') : status(`commandKind.${kind}`),
          }))}
        />
      </Toolbar>
      {error && data && <Notice tone="warn">{errorText(error).detail}</Notice>}
      {error && !data ? (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      ) : (
        <Card padding="none">
          <DataTable<Command>
            label={text('area.commands')}
            texts={texts}
            storageKey="functions.commands"
            rows={data ?? []}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `#${paths.command(id)}`}
            loading={!data}
            fetching={isPrevious}
            page={{
              number: state.page,
              size: state.size,
              total: total ?? 0,
              onChange: (page, size) => change({ page, size }),
            }}
            empty={
              filtered ? (
                <Empty title={text('commands.noMatch')} action={<Button onClick={clear}>{text('clear')}</Button>} />
              ) : (
                <Empty
                  icon="functionSetting"
                  title={text('commands.none')}
                  hint={text('commands.noneHint')}
                  action={<LinkButton href={`#${paths.functionSetting()}`}>{text('area.reactivePower')}</LinkButton>}
                />
              )
            }
            columns={[
              {
                key: 'what',
                title: text('commands.what'),
                card: 'title',
                width: 240,
                render: ({ kind, cause, powerFactor }) => (
                  <span className={styles['what']}>
                    <span className={styles['title']}>
                      {status(`commandKind.${kind}`)}
                      {powerFactor !== null && ` ${powerFactorText(powerFactor)}`}
                    </span>
                    {cause !== 'person' && <span className={styles['muted']}>{status(`commandCause.${cause}`)}</span>}
                  </span>
                ),
              },
              {
                key: 'state',
                title: text('column.status'),
                card: 'aside',
                width: 140,
                render: ({ counts }) => <CommandTag counts={counts} />,
              },
              {
                key: 'devices',
                title: text('kpi.devices'),
                width: 160,
                render: ({ counts }) => <Progress counts={counts} />,
              },
              { key: 'station', title: text('column.station'), width: 190, render: ({ stationName }) => stationName },
              {
                key: 'createdAt',
                title: text('commands.when'),
                width: 170,
                render: ({ createdAt, timeZone }) => format.dateTime(createdAt, timeZone),
              },
              {
                key: 'by',
                title: text('commands.by'),
                width: 120,
                hideable: true,
                render: ({ userName }) => userName ?? text('by.service'),
              },
              {
                key: 'revertAt',
                title: text('commands.revertAt'),
                width: 170,
                hideable: true,
                card: 'hidden',
                render: ({ revertAt, timeZone }) => (revertAt === null ? '–' : format.dateTime(revertAt, timeZone)),
              },
            ]}
          />
        </Card>
      )}
    </Page>
  )
}

/** How many devices are done, failed and open. */
function Progress({ counts }: { counts: Command['counts'] }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { total, done, failed, open } = counts
  const words = text('commands.done', { done: format.number(done), total: format.number(total) })
  return (
    <span className={styles['progress']}>
      <StackedBar
        label={words}
        parts={[
          { value: done, tone: 'good', label: text('outcome.done') },
          { value: failed, tone: 'bad', label: text('outcome.failed') },
          { value: open, tone: 'idle', label: text('outcome.open') },
        ]}
      />
      <span className={styles['muted']}>{words}</span>
    </span>
  )
}
