import { Link } from 'react-router-dom'
import { isAsleep, type ListedStation, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Icon, Sparkline } from '@helioport/ui'
import { FigureOf } from '../station/figure-of.tsx'
import { StationAge } from '../station/station-age.tsx'
import { StationStatus } from '../station/station-status.tsx'
import { Thumbnail } from '../station/thumbnail.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { YieldCell } from './yield-cell.tsx'
import styles from './station-cards.module.css'

interface StationCardsProps {
  stations: readonly ListedStation[]
  /** Epoch ms. */
  now: number
}

const slotsOfDay = 96

/** The stations as cards: picture, status, power and the day's curve so far. */
export function StationCards({ stations, now }: StationCardsProps) {
  const text = useStationText()
  return (
    <ul className={styles.cards} aria-label={text('list.title')} data-testid="station-cards">
      {stations.map((station) => (
        <li key={station.id}>
          <StationCard station={station} now={now} />
        </li>
      ))}
    </ul>
  )
}

function StationCard({ station, now }: { station: ListedStation; now: number }) {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  return (
    <article className={styles.card}>
      <Thumbnail station={station} shape="wide" />
      <div className={styles.body}>
        <header className={styles.head}>
          <h3 className={styles.name}>
            <Link to={paths.station('charts', station.memberId, station.id)} className={styles.link}>
              {station.name}
            </Link>
          </h3>
          <StationStatus status={station.status} reason={station.statusReason} />
        </header>
        <p className={styles.reason}>
          <span>{word(`reason.${station.statusReason}`)}</span>
          {station.openAlarms ? (
            <span className={styles.alarms}>
              <Icon name="alarm" size={14} /> {text('figure.alarms', { count: format.number(station.openAlarms) })}
            </span>
          ) : null}
        </p>
        <Sparkline
          values={station.sparkline}
          slots={Math.max(slotsOfDay, station.sparkline.length)}
          width={260}
          height={48}
          muted={station.age.state === 'stale' && !isAsleep(station, now)}
          label={text('figure.todayCurve')}
        />
        <dl className={styles.figures}>
          <div>
            <dt>{text('column.power')}</dt>
            <dd>
              <FigureOf figure={format.power(station.powerW)} size="m" />
            </dd>
          </div>
          <div>
            <dt>{text('column.today')}</dt>
            <dd>
              <FigureOf figure={format.energy(station.energyTodayKwh)} size="m" />
            </dd>
          </div>
          <div>
            <dt>{text('column.yield')}</dt>
            <dd>
              <YieldCell value={station.specificYieldToday} rank={station.rankToday} />
            </dd>
          </div>
        </dl>
        <footer className={styles.foot}>
          <span className={styles.address}>{station.address}</span>
          <StationAge station={station} now={now} />
        </footer>
      </div>
    </article>
  )
}
