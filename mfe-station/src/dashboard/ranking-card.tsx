import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { type DataAge, paths, type StationPlace } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useAgeText, useFormat, useText } from '@helioport/i18n'
import { AgeBadge, Bar, Card, Segmented, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { pollMs, usePlaces } from '../station/use-fleet.ts'
import { StationAge } from '../station/station-age.tsx'
import { notesOf, useFigureNotes } from '../station/use-figure-notes.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const shown = 8
const periods = ['today', 'week', 'month', 'year'] as const

interface RankingCardProps {
  /** Epoch ms. */
  now: number
}

/** Ranks stations by yield per capacity, of today or a longer period; each with the coverage of its figure. */
export function RankingCard({ now }: RankingCardProps) {
  const text = useStationText()
  const common = useText()
  const format = useFormat()
  const notes = useFigureNotes()
  const [period, setPeriod] = useState<(typeof periods)[number]>('today')
  const ranking = useEndpoint(
    'GET /ranking',
    { query: { of: 'stations', period, page: 1, pageSize: shown } },
    { refetchMs: 2 * pollMs },
  )
  const places = usePlaces()
  const byId = useMemo(() => new Map(places.data?.map((place) => [place.id, place])), [places.data])
  const best = Math.max(0, ...(ranking.data ?? []).map(({ specificYield }) => specificYield ?? 0))
  return (
    <Card
      title={text('dashboard.ranking')}
      extra={
        <Segmented
          label={text('detail.period')}
          size="s"
          value={period}
          options={periods.map((value) => ({
            value,
            label: value === 'today' ? common('day.today') : common(`period.${value}`),
          }))}
          onChange={setPeriod}
        />
      }
    >
      {ranking.isLoading && <SkeletonText lines={5} />}
      {ranking.error && !ranking.data && (
        <Failure title={text('failed.rankingTitle')} error={ranking.error} onRetry={ranking.refetch} />
      )}
      <ol className={styles.rows} data-testid="ranking" aria-busy={ranking.isPrevious}>
        {ranking.data?.map(({ stationId, memberId, name, rank, specificYield, coverage, days, age }) => (
          <li key={stationId} className={styles.rankRow} data-value={specificYield ?? ''}>
            <span className={styles.rank}>{format.number(rank)}</span>
            <span className={styles.rankName}>
              <Link to={paths.station('charts', memberId, stationId)} className={styles.name}>
                {name}
              </Link>
              <small>
                <RankAge place={byId.get(stationId)} age={age} now={now} />
                {notesOf(
                  notes.days(days),
                  coverage === null ? undefined : text('kpi.prCoverage', { share: format.percent(coverage, 0) }),
                )}
              </small>
            </span>
            <Bar
              share={best > 0 ? (specificYield ?? 0) / best : 0}
              label={`${name}: ${format.number(specificYield, 2)} kWh/kWp`}
            />
            <span className={styles.value}>{format.number(specificYield, 2)}</span>
          </li>
        ))}
      </ol>
      {period === 'today' && <p className={styles.foot}>{text('dashboard.rankingNote')}</p>}
    </Card>
  )
}

/** At night the data of a station may be old without being late. */
function RankAge({ place, age, now }: { place: StationPlace | undefined; age: DataAge; now: number }) {
  const ageText = useAgeText()
  return place ? (
    <StationAge station={{ ...place, age }} now={now} />
  ) : (
    <AgeBadge state={age.state} label={ageText(age)} />
  )
}
