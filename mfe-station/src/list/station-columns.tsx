import { useMemo } from 'react'
import type { Station } from '@helioport/contract'
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
  /** Place by kWh/kWp today among all stations of the account. */
  ranks: ReadonlyMap<string, number>
}

/** Who it is, whether all is right, and what goes on now. */
function columnsOfNow({ text, now }: ColumnParts): Column<Station>[] {
  return [
    {
      key: 'name',
      title: text('column.station'),
      width: 272,
      card: 'title',
      render: (station) => <NameCell station={station} now={now} />,
    },
    {
      key: 'status',
      title: text('column.status'),
      width: 128,
      card: 'aside',
      render: (station) => <StatusCell station={station} />,
    },
    {
      key: 'power',
      title: text('column.power'),
      width: 128,
      align: 'end',
      render: (station) => <PowerCell station={station} />,
    },
    {
      key: 'today',
      title: text('column.today'),
      width: 184,
      align: 'end',
      render: (station) => <TodayCell station={station} now={now} />,
    },
  ]
}

/** What it is worth today and in all. */
function columnsOfYield({ text, format, ranks }: ColumnParts): Column<Station>[] {
  return [
    {
      key: 'yield',
      title: text('column.yield'),
      width: 96,
      align: 'end',
      hideable: true,
      render: ({ id, specificYieldToday }) => <YieldCell value={specificYieldToday} rank={ranks.get(id)} />,
    },
    {
      key: 'income',
      title: text('column.income'),
      width: 104,
      align: 'end',
      hideable: true,
      render: (station) => format.money(station.incomeToday, station.currency),
    },
    {
      key: 'total',
      title: text('column.total'),
      width: 132,
      align: 'end',
      hideable: true,
      render: (station) => <TotalCell station={station} />,
    },
  ]
}

/** How its devices do, and how old the figures are. */
function columnsOfHealth({ text, now }: ColumnParts): Column<Station>[] {
  return [
    {
      key: 'devices',
      title: text('column.devices'),
      width: 92,
      align: 'end',
      hideable: true,
      render: ({ deviceCounts }) => <DevicesCell counts={deviceCounts} />,
    },
    {
      key: 'alarms',
      title: text('column.alarms'),
      width: 72,
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: (station) => <AlarmsCell station={station} />,
    },
    {
      key: 'age',
      title: text('column.age'),
      width: 148,
      hideable: true,
      card: 'hidden',
      render: (station) => <StationAge station={station} now={now} />,
    },
  ]
}

/** The table's columns in the order in which an owner asks: who, all right, now, today, worth. */
export function useStationColumns(now: number, ranks: ReadonlyMap<string, number>): readonly Column<Station>[] {
  const text = useStationText()
  const format = useFormat()
  return useMemo(() => {
    const parts = { text, format, now, ranks }
    return [...columnsOfNow(parts), ...columnsOfYield(parts), ...columnsOfHealth(parts)]
  }, [text, format, now, ranks])
}
