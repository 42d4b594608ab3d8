import { apiBasePath, type HistoryColumn, historyColumns, historyParameters } from '@helioport/contract'
import { messageLocaleOf, useFormat, useLocale, useText } from '@helioport/i18n'
import { Button, Icon, Menu, Segmented, Toolbar } from '@helioport/ui'
import type { ShownDay } from '@helioport/ui/date'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import type enUS from '../../messages/en-US.ts'
import { DayToolbar } from '../day-toolbar.tsx'
import { columnsOf, type LogFilters, type LogState, spans } from './log-query.ts'
import type { LogColumn } from './use-log-columns.tsx'
import styles from './logs.module.css'

interface LogFilterBarProps {
  state: LogState
  change: (change: Partial<LogState>) => void
  shown: ShownDay
  filters: LogFilters
  columns: Record<HistoryColumn, LogColumn>
  deviceId: string
  /** Loads frames that arrived since the page was opened. */
  onNewest: () => void
}

/** Filters by time, alarms, parameter and text, choice of columns, and export. */
export function LogFilterBar({ state, change, shown, filters, columns, deviceId, onNewest }: LogFilterBarProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const format = useFormat()
  return (
    <>
      <DayToolbar shown={shown} onDay={(date) => change({ date })}>
        <span className={styles['filters']}>
          <ChoiceField
            label={text('logs.days')}
            value={String(state.days)}
            onChange={(days: string) => change({ days: Number(days) })}
            options={spans.map((days) => ({
              value: String(days),
              label: days === 1 ? text('logs.oneDay') : text('logs.upTo', { days: format.number(days) }),
            }))}
          />
          <Segmented
            label={text('logs.show')}
            value={state.show}
            onChange={(show) => change({ show })}
            options={[
              { value: 'all', label: text('logs.all') },
              { value: 'alarms', label: text('logs.alarms') },
            ]}
          />
        </span>
      </DayToolbar>
      <Toolbar
        end={
          <>
            {shown.isToday && (
              <Button kind="text" icon="refresh" onClick={onNewest}>
                {text('logs.newest')}
              </Button>
            )}
            <ColumnMenu state={state} change={change} columns={columns} />
            {filters.codes !== '' && (
              <ExportMenu filters={filters} deviceId={deviceId} columns={columnsOf(state.columns)} />
            )}
          </>
        }
      >
        <span className={styles['filters']}>
          <SearchField
            label={text('logs.search')}
            placeholder={text('logs.search')}
            clearLabel={common('action.clear')}
            value={state.search}
            onChange={(search: string) => change({ search })}
          />
          <ChoiceField
            label={text('logs.parameter')}
            value={state.parameter}
            onChange={(parameter) => change({ parameter })}
            options={[
              { value: '', label: text('logs.anyParameter') },
              ...historyParameters.map((key) => ({ value: key, label: columns[key].title })),
            ]}
          />
          {state.parameter !== '' && (
            <span className={styles['bounds']}>
              <Bound label={text('logs.least')} value={state.least} onChange={(least) => change({ least })} />
              –
              <Bound label={text('logs.most')} value={state.most} onChange={(most) => change({ most })} />
            </span>
          )}
        </span>
      </Toolbar>
    </>
  )
}

interface BoundProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Bound({ label, value, onChange }: BoundProps) {
  return (
    <input
      key={value}
      className={styles['bound']}
      type="number"
      step="any"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      onBlur={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

function ColumnMenu({ state, change, columns }: Pick<LogFilterBarProps, 'state' | 'change' | 'columns'>) {
  const text = useText<typeof enUS>('device')
  const chosen = columnsOf(state.columns)
  const toggle = (key: HistoryColumn) =>
    change({ columns: (chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]).join(',') })
  return (
    <Menu
      label={text('logs.columns')}
      trigger={
        <>
          <Icon name="columns" /> {text('logs.columns')}
        </>
      }
      items={historyColumns
        .filter((key) => key !== 'at')
        .map((key) => ({
          key,
          label: columns[key].title,
          selected: chosen.includes(key),
          onSelect: () => toggle(key),
        }))}
    />
  )
}

/** Exports all filtered rows with the shown columns. */
function ExportMenu({
  filters,
  deviceId,
  columns,
}: Pick<LogFilterBarProps, 'filters' | 'deviceId'> & { columns: readonly HistoryColumn[] }) {
  const text = useText<typeof enUS>('device')
  const { code } = useLocale()
  const fileOf = (format: string) => {
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
      deviceId,
      columns: columns.join(','),
      format,
      locale: messageLocaleOf(code),
    })
    return `${apiBasePath}/exports/device-history?${query}`
  }
  return (
    <Menu
      label={text('logs.export')}
      trigger={
        <>
          <Icon name="download" /> {text('logs.export')}
        </>
      }
      items={(['csv', 'xlsx'] as const).map((format) => ({
        key: format,
        label: text(`logs.export.${format}`),
        href: fileOf(format),
      }))}
    />
  )
}
