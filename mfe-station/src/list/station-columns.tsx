import { useMemo } from 'react'
import type { ListedStation, StationSort } from '@helioport/contract'
import { type Format, type Text, useFormat } from '@helioport/i18n'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { StationAge } from '../station/station-age.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { AlarmsCell, DevicesCell, NameCell, PowerCell, StatusCell, TodayCell, TotalCell } from './station-cells.tsx'
import { YieldCell } from './yield-cell.tsx'

interface ColumnParts {
  text: Text<typeof enUS>
  format: Format
  /** Epoch ms. */
  now: number
}

/** Columns: name, status, present power. */
function columnsOfNow({ text, now }: ColumnParts): Column<ListedStation>[] {
  return [
    {
      key: 'name' satisfies StationSort,
      title: text('column.station'),
      width: 240,
      card: 'title',
      render: (station) => <NameCell station={station} now={now} />,
    },
    {
      key: 'status' satisfies StationSort,
      title: text('column.status'),
      width: 128,
      card: 'aside',
      render: (station) => <StatusCell station={station} />,
    },
    {
      key: 'powerW' satisfies StationSort,
      title: text('column.power'),
      width: 128,
      align: 'end',
      render: (station) => <PowerCell station={station} />,
    },
    {
      key: 'energyTodayKwh' satisfies StationSort,
      title: text('column.today'),
      width: 184,
      align: 'end',
      render: (station) => <TodayCell station={station} now={now} />,
    },
  ]
}

/** Columns: energy and income, today and in total. */
function columnsOfYield({ text, format }: ColumnParts): Column<ListedStation>[] {
  return [
    {
      key: 'specificYieldToday' satisfies StationSort,
      title: text('column.yield'),
      width: 96,
      align: 'end',
      hideable: true,
      render: ({ specificYieldToday, rankToday }) => <YieldCell value={specificYieldToday} rank={rankToday} />,
    },
    {
      key: 'incomeToday' satisfies StationSort,
      title: text('column.income'),
      width: 104,
      align: 'end',
      hideable: true,
      render: (station) => format.money(station.incomeToday, station.currency),
    },
    {
      key: 'energyTotalKwh' satisfies StationSort,
      title: text('column.total'),
      width: 132,
      align: 'end',
      hideable: true,
      render: (station) => <TotalCell station={station} />,
    },
  ]
}

/** Columns: state of the devices, age of the figures. */
function columnsOfHealth({ text, now }: ColumnParts): Column<ListedStation>[] {
  return [
    {
      key: 'devicesWell' satisfies StationSort,
      title: text('column.devices'),
      width: 92,
      align: 'end',
      hideable: true,
      render: ({ deviceCounts }) => <DevicesCell counts={deviceCounts} />,
    },
    {
      key: 'openAlarms' satisfies StationSort,
      title: text('column.alarms'),
      width: 72,
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: (station) => <AlarmsCell station={station} />,
    },
    {
      key: 'age' satisfies StationSort,
      title: text('column.age'),
      width: 148,
      hideable: true,
      card: 'hidden',
      render: (station) => <StationAge station={station} now={now} />,
    },
  ]
}

/** The table's columns in the order of an owner's questions: which station, is it well, now, today, income. */
export function useStationColumns(now: number): readonly Column<ListedStation>[] {
  const text = useStationText()
  const format = useFormat()
  return useMemo(() => {
    const parts = { text, format, now }
    const columns = [...columnsOfNow(parts), ...columnsOfYield(parts), ...columnsOfHealth(parts)]
    return columns.map((column) => ({ ...column, sortable: true }))
  }, [text, format, now])
}
