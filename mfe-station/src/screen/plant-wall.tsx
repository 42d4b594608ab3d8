import { useId } from 'react'
import { isAsleep, shownStatus, type Station } from '@helioport/contract'
import { type Format, useAgeText, useFormat, useText } from '@helioport/i18n'
import { useUi } from '@helioport/ui'
import { dayShapeOf } from '../station/day-shape.ts'
import { useStationText } from '../station/use-station-text.ts'
import { perPage, turnAt } from './connection.ts'
import styles from './plant-wall.module.css'
import screen from './screen.module.css'

interface PlantWallProps {
  /** Highest yield of today first. */
  plants: readonly Station[]
  /** Epoch ms. */
  now: number
  isReady: boolean
}

const mostPlants = 6
const turnMs = 15_000

/** Highest share of its capacity that any plant reached today: a common scale makes the curves comparable. */
function topShare(plants: readonly Station[]): number {
  const shares = plants.flatMap(({ sparkline, capacityKwp }) =>
    sparkline.map((power) => (power ?? 0) / (capacityKwp * 1000)),
  )
  return Math.max(0.1, ...shares)
}

const dayMs = 86_400_000

/** Time of the newest datum if less than a day old, otherwise its date. */
function lastSeen({ age, timeZone }: Station, now: number, format: Format): string {
  const isRecent = age.measuredAt !== null && now - Date.parse(age.measuredAt) < dayMs
  return isRecent ? format.time(age.measuredAt, timeZone) : format.date(age.measuredAt, timeZone)
}

function PlantCard({ plant, rank, top, now }: { plant: Station; rank: number; top: number; now: number }) {
  const text = useStationText()
  const common = useText()
  const word = useText('status')
  const format = useFormat()
  const ageText = useAgeText()
  const gradient = useId()
  const shape = dayShapeOf(plant.sparkline, top * plant.capacityKwp * 1000)
  const power = format.power(plant.powerW)
  const status = shownStatus(plant)
  const isOld = (plant.age.state === 'late' || plant.age.state === 'stale') && !isAsleep(plant, now)
  return (
    <li className={styles.plant} data-old={isOld || undefined} data-plant={plant.id} data-age={plant.age.state}>
      <header className={styles.plantHead}>
        <span className={styles.rank}>{format.number(rank)}</span>
        <h3 className={styles.plantName}>{plant.name}</h3>
        <span
          className={`${styles.plantStatus} ${screen.dot}`}
          data-status={status.look}
          title={word(`reason.${plant.statusReason}`)}
        >
          {word(`status.${status.word}`)}
        </span>
      </header>
      <svg className={styles.curve} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--screen-sun)" stopOpacity="0.5" />
            <stop offset="1" stopColor="var(--screen-sun)" stopOpacity="0.06" />
          </linearGradient>
        </defs>
        <path d={shape.area} fill={`url(#${gradient})`} />
        <path d={shape.line} className={styles.curveLine} />
        {shape.last && <line x1={shape.last.x} x2={shape.last.x} y1={0} y2={100} className={styles.curveNow} />}
      </svg>
      <dl className={styles.plantFigures}>
        <div>
          <dt>{text('column.power')}</dt>
          <dd>
            {power.value} <small>{power.unit}</small>
          </dd>
        </div>
        <div>
          <dt>{text('column.today')}</dt>
          <dd>
            {format.energy(plant.energyTodayKwh).value} <small>{format.energy(plant.energyTodayKwh).unit}</small>
          </dd>
        </div>
        <div>
          <dt>kWh/kWp</dt>
          <dd>{format.number(plant.specificYieldToday, 2)}</dd>
        </div>
        <div>
          <dt>{text('screen.localTime')}</dt>
          <dd className={styles.plantTime}>{format.time(now, plant.timeZone)}</dd>
        </div>
      </dl>
      {!shape.last && !isOld && <p className={styles.plantQuiet}>{word(`reason.${plant.statusReason}`)}</p>}
      {isOld && (
        <p className={styles.plantOld} data-age={plant.age.state}>
          {ageText(plant.age)} · {common('age.until', { time: lastSeen(plant, now, format) })}
        </p>
      )}
    </li>
  )
}

/** Curves and ranking in one: plants by kWh/kWp, six at a time, the next six every 15 s. */
export function PlantWall({ plants, now, isReady }: PlantWallProps) {
  const text = useStationText()
  // On paper there are no turns: all plants are shown.
  const { isPaper = false } = useUi()
  const size = isPaper ? Math.max(1, plants.length) : perPage(plants.length, mostPlants)
  const pages = Math.ceil(plants.length / size)
  const page = turnAt(now, turnMs, pages)
  const first = page * size
  const top = topShare(plants)
  return (
    <section className={styles.wall} aria-busy={!isReady}>
      <h2 className={screen.label}>
        {text('screen.ranking')}
        {pages > 1 && <span className={styles.page}>{text('screen.page', { page: page + 1, pages })}</span>}
      </h2>
      {isReady && plants.length === 0 && <p className={styles.nothing}>{text('list.emptyAccount')}</p>}
      <ol className={styles.plants} key={page} start={first + 1} data-count={Math.min(size, plants.length)}>
        {plants.slice(first, first + size).map((plant, index) => (
          <PlantCard key={plant.id} plant={plant} rank={first + index + 1} top={top} now={now} />
        ))}
      </ol>
    </section>
  )
}
