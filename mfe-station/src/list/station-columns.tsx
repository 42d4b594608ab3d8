import { useMemo } from 'react'
import { isAsleep, type Station, type StatusCounts } from '@helioport/contract'
import { type Format, useFormat, useText } from '@helioport/i18n'
import { Bar, Icon, Sparkline } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import { shareOfCapacity, shareText } from '../station/share.ts'
import { FigureOf } from '../station/figure-of.tsx'
import { StationAge } from '../station/station-age.tsx'
import { StationStatus } from '../station/station-status.tsx'
import { totalOf } from '../station/summary.ts'
import { Thumbnail } from '../station/thumbnail.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { YieldCell } from './yield-cell.tsx'
import styles from './list.module.css'

/** Places of a whole day in a station's sparkline. */
const slotsOfDay = 96

/** The plant's clock where it differs from the viewer's one. */
function clockThere(station: Station, now: number, format: Format): string | undefined {
  const there = format.time(now, station.timeZone)
  return there === format.time(now) ? undefined : there
}

function NameCell({ station, now }: { station: Station; now: number }) {
  const text = useStationText()
  const format = useFormat()
  const there = clockThere(station, now, format)
  return (
    <span className={styles.named}>
      <Thumbnail station={station} />
      <span className={styles.name}>
        <span className={styles.nameText}>{station.name}</span>
        <span className={styles.place}>
          {there && (
            <span className={styles.clock}>
              {text('figure.localTime', { time: there })}
              {station.address && ' · '}
            </span>
          )}
          <bdi>{station.address}</bdi>
        </span>
        <span className={styles.onCard}>
          <StationAge station={station} now={now} />
        </span>
      </span>
    </span>
  )
}

function StatusCell({ station }: { station: Station }) {
  const word = useText('status')
  return (
    <span className={styles.two}>
      <StationStatus status={station.status} reason={station.statusReason} />
      <span className={styles.reason} aria-hidden="true">
        {word(`reason.${station.statusReason}`)}
      </span>
      <span className={styles.onCard}>
        <AlarmsCell station={station} />
      </span>
    </span>
  )
}

function PowerCell({ station }: { station: Station }) {
  const text = useStationText()
  const format = useFormat()
  const share = shareOfCapacity(station.powerW, station.capacityKwp)
  return (
    <span className={styles.power}>
      <FigureOf figure={format.power(station.powerW)} size="m" />
      <span className={styles.share}>
        <Bar share={share} label={`${text('figure.shareOfCapacity')} ${shareText(share, format)}`} />
        <span className={styles.percent}>{share === null ? '' : shareText(share, format)}</span>
      </span>
    </span>
  )
}

function TodayCell({ station, now }: { station: Station; now: number }) {
  const text = useStationText()
  const format = useFormat()
  return (
    <span className={styles.today}>
      <Sparkline
        values={station.sparkline}
        slots={Math.max(slotsOfDay, station.sparkline.length)}
        width={72}
        height={26}
        muted={station.age.state === 'stale' && !isAsleep(station, now)}
        label={text('figure.todayCurve')}
      />
      <FigureOf figure={format.energy(station.energyTodayKwh)} size="m" />
    </span>
  )
}

function AlarmsCell({ station }: { station: Station }) {
  const text = useStationText()
  const format = useFormat()
  if (!station.openAlarms) return null
  return (
    <span className={styles.alarms} title={text('figure.alarms', { count: station.openAlarms })}>
      <Icon name="alarm" size={14} />
      {format.number(station.openAlarms)}
    </span>
  )
}

/** Inverters that work or wait, of all. */
function DevicesCell({ counts }: { counts: StatusCounts }) {
  const text = useStationText()
  const format = useFormat()
  const all = totalOf(counts)
  const well = all - counts.abnormal - counts.offline
  const figures = { normal: format.number(well), all: format.number(all) }
  return (
    <span className={styles.devices} data-well={well === all || undefined} title={text('figure.devicesOf', figures)}>
      {figures.normal}
      <span className={styles.ofAll}> / {figures.all}</span>
    </span>
  )
}

/** The table's columns in the order in which an owner asks: who, all right, now, today, worth. */
export function useStationColumns(now: number, ranks: ReadonlyMap<string, number>): readonly Column<Station>[] {
  const text = useStationText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('column.station'),
        width: 288,
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
        width: 104,
        align: 'end',
        hideable: true,
        render: (station) => <FigureOf figure={format.energy(station.energyTotalKwh)} />,
      },
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
    ],
    [text, format, now, ranks],
  )
}
