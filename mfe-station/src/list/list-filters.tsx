import type { ReactNode } from 'react'
import { type StationSort, type StationsSummary, stationSorts } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Segmented, Toolbar } from '@helioport/ui'
import { ChoiceField, SearchField } from '@helioport/ui/form'
import { useNarrow } from '@helioport/ui/table'
import { useStationText } from '../station/use-station-text.ts'
import { listLayouts, type ListQuery, statusFilters } from './list-query.ts'
import styles from './list.module.css'

interface ListFiltersProps {
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  /** Counts of the whole account; undefined: not loaded yet. */
  summary: StationsSummary | undefined
  /** Opens the list for changing the own order; undefined: there is nothing to order. */
  onArrange: (() => void) | undefined
  /** Whether groups, saved filters and bulk actions are open. */
  isManaging: boolean
  onManage: () => void
  /** Prints the stations that match the filter. */
  print: ReactNode
}

/** Cards have no sortable headers: the same orders by name. */
const sortNames = {
  sortNumber: 'list.sort.sortNumber',
  name: 'column.station',
  status: 'column.status',
  powerW: 'column.power',
  energyTodayKwh: 'column.today',
  specificYieldToday: 'column.yield',
  incomeToday: 'column.income',
  energyTotalKwh: 'column.total',
  devicesWell: 'column.devices',
  openAlarms: 'column.alarms',
  age: 'column.age',
} as const satisfies Record<StationSort, string>

/** Search, status with counts, order. All of it lives in the URL. */
export function ListFilters(props: ListFiltersProps) {
  const { query, onChange, summary, onArrange, isManaging, onManage, print } = props
  const text = useStationText()
  const common = useText()
  const word = useText('status')
  const format = useFormat()
  const isNarrow = useNarrow()
  const hasNoHeaders = isNarrow || query.layout === 'cards'
  const countOf = (status: (typeof statusFilters)[number]) => {
    if (!summary) return {}
    if (status === 'attention') return { count: format.number(summary.attention) }
    return { count: format.number(status === 'all' ? summary.stations : summary.stationCounts[status]) }
  }
  const labelOf = (status: (typeof statusFilters)[number]) => {
    if (status === 'attention') return text('list.attention')
    return status === 'all' ? common('filter.all') : word(`status.${status}`)
  }
  return (
    <div className={styles.filters}>
      <Toolbar
        end={
          <span className={styles.tools}>
            {hasNoHeaders && (
              <ChoiceField<StationSort>
                label={text('list.sort')}
                value={query.sort}
                options={stationSorts.map((sort) => ({ value: sort, label: text(sortNames[sort]) }))}
                onChange={(sort) => onChange({ sort, order: '' })}
              />
            )}
            <Button icon="filter" kind="text" aria-expanded={isManaging} onClick={onManage}>
              {text('list.tools')}
            </Button>
            {onArrange && (
              <Button icon="sort" kind="text" onClick={onArrange}>
                {text('order.open')}
              </Button>
            )}
            {print}
            <Segmented
              label={text('list.layout')}
              value={query.layout}
              iconsOnly
              options={listLayouts.map((layout) => ({
                value: layout,
                label: text(`list.layout.${layout}`),
                icon: layout === 'table' ? 'table' : 'dashboard',
              }))}
              onChange={(layout) => onChange({ layout, page: query.page })}
            />
          </span>
        }
      >
        <SearchField
          label={text('list.search')}
          placeholder={text('list.search')}
          clearLabel={common('action.clear')}
          value={query.search}
          onChange={(search) => onChange({ search })}
        />
        <div className={styles.statuses}>
          <Segmented
            label={text('list.status')}
            value={query.status}
            options={statusFilters.map((status) => ({
              value: status,
              label: labelOf(status),
              ...countOf(status),
            }))}
            onChange={(status) => onChange({ status })}
          />
        </div>
      </Toolbar>
    </div>
  )
}
