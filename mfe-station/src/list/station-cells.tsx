import { isAsleep, type Station, type StatusCounts } from '@helioport/contract'
import { type Format, useFormat, useText } from '@helioport/i18n'
import { Bar, Icon, Sparkline } from '@helioport/ui'
import { shareOfCapacity, shareText } from '../station/share.ts'
import { FigureOf } from '../station/figure-of.tsx'
import { StationAge } from '../station/station-age.tsx'
import { StationStatus } from '../station/station-status.tsx'
import { totalOf } from '../station/summary/summary.ts'
import { Thumbnail } from '../station/thumbnail.tsx'
import { useFigureNotes } from '../station/use-figure-notes.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './list.module.css'

/** Slots of a whole day in a station's sparkline. */
const slotsOfDay = 96

/** The plant's local time if it differs from the viewer's. */
function clockThere(station: Station, now: number, format: Format): string | undefined {
  const there = format.time(now, station.timeZone)
  return there === format.time(now) ? undefined : there
}

export function NameCell({ station, now }: { station: Station; now: number }) {
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

export function StatusCell({ station }: { station: Station }) {
  const word = useText('status')
  return (
    <span className={styles.two}>
      <StationStatus status={station.status} reason={station.statusReason} />
      <span
        className={`${styles.reason} ${styles.why}`}
        title={word(`reason.${station.statusReason}`)}
        aria-hidden="true"
      >
        {word(`reason.${station.statusReason}`)}
      </span>
      <span className={styles.onCard}>
        <AlarmsCell station={station} />
      </span>
    </span>
  )
}

export function PowerCell({ station }: { station: Station }) {
  const text = useStationText()
  const format = useFormat()
  const share = shareOfCapacity(station.powerW, station.capacity.inOperationKwp)
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

export function TodayCell({ station, now }: { station: Station; now: number }) {
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

/** Energy since the installation, and the part of it that this portal measured. */
export function TotalCell({ station: { energyTotalKwh, lifetime } }: { station: Station }) {
  const text = useStationText()
  const format = useFormat()
  const notes = useFigureNotes()
  return (
    <span className={styles.total}>
      <FigureOf figure={format.energy(energyTotalKwh)} />
      {lifetime.measuredKwh !== null && (
        <small className={styles.reason} data-testid="measured-here" title={notes.measuredSince(lifetime)}>
          {text('figure.ofThisHere', { energy: format.energy(lifetime.measuredKwh).text })}
        </small>
      )}
    </span>
  )
}

export function AlarmsCell({ station }: { station: Station }) {
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

/** Number of inverters that work or are on standby, and of all. */
export function DevicesCell({ counts }: { counts: StatusCounts }) {
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
