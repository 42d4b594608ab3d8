import { lazy, Suspense } from 'react'
import { paths } from '@helioport/contract'
import {
  Button,
  Card,
  LinkButton,
  Notice,
  Page,
  PageHeader,
  printPage,
  Skeleton,
  SkeletonText,
  useNow,
} from '@helioport/ui'
import { useFormat, useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { WorkingNote } from '../station/working-note.tsx'
import { SummaryStrip } from '../station/summary/summary-strip.tsx'
import { SummarySkeleton } from '../station/summary/summary-skeleton.tsx'
import { useAttention, useSummary } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { AttentionCard } from './attention-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { IncomeCard } from './income-card.tsx'
import { MonitoredCard } from './monitored-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import { RankingCard } from './ranking-card.tsx'
import { TodayYesterdayCard } from './today-yesterday-card.tsx'
import { TotalsCard } from './totals-card.tsx'
import styles from './dashboard.module.css'

const FleetMap = lazy(() => import('../station/fleet-map.tsx'))

const ageTickMs = 30_000
const mapHeight = 340
const mostAttention = 8

function DashboardSkeleton() {
  return (
    <>
      <SummarySkeleton />
      <div className={styles.columns} aria-hidden="true">
        {['ranking', 'comparison', 'attention', 'alarms'].map((card) => (
          <Card key={card} title={<Skeleton width={120} />}>
            <SkeletonText lines={5} />
          </Card>
        ))}
      </div>
    </>
  )
}

/** Everything at a glance, with the same figures as the station list. */
export default function DashboardPage() {
  const text = useStationText()
  const format = useFormat()
  const now = useNow(ageTickMs)
  const summary = useSummary()
  const attention = useAttention(mostAttention)
  const sums = summary.data

  return (
    <Page>
      <PageHeader
        title={text('dashboard.title')}
        subtitle={summary.updatedAt > 0 ? text('updated.at', { time: format.time(summary.updatedAt) }) : '\u00a0'}
        actions={<DashboardActions />}
      />
      {sums === undefined && summary.error === undefined && <DashboardSkeleton />}
      {sums === undefined && summary.error && (
        <Failure title={text('failed.title')} error={summary.error} onRetry={summary.refetch} />
      )}
      {sums && summary.error && (
        <Notice tone="warn">{text('age.refreshFailed', { time: format.time(summary.updatedAt) })}</Notice>
      )}
      {sums?.stations === 0 && <NoStation onRefresh={summary.refetch} />}
      {sums && sums.stations > 0 && (
        <>
          <SummaryStrip summary={sums} first={attention.data?.[0]} />
          <section className={styles.area} aria-label={text('workplace.title')}>
            <h2 className={styles.areaTitle}>{text('workplace.title')}</h2>
            <div className={styles.columns}>
              <div className={styles.column}>
                <OrdersCard />
                <AttentionCard list={attention} total={sums.attention} now={now} />
                <AlarmsCard now={now} />
              </div>
              <ChangesCard now={now} />
            </div>
          </section>
          <section className={styles.area} aria-label={text('overview.title')}>
            <h2 className={styles.areaTitle}>{text('overview.title')}</h2>
            <WorkingNote working={sums.working} />
            <TotalsCard summary={sums} />
            <Card title={text('dashboard.map')} padding="none">
              <Suspense fallback={<Skeleton height={mapHeight} />}>
                <FleetMap height={mapHeight} />
              </Suspense>
            </Card>
            <div className={styles.columns}>
              <RankingCard now={now} />
              <TodayYesterdayCard />
              <IncomeCard summary={sums} />
              <MonitoredCard />
            </div>
          </section>
        </>
      )}
    </Page>
  )
}

function DashboardActions() {
  const text = useStationText()
  const common = useText()
  const { session } = useSession()
  return (
    <>
      <Button kind="text" onClick={printPage}>
        {common('action.print')}
      </Button>
      {session?.mainAccountId === null && !session.view && (
        <LinkButton href={hrefOf(paths.stationAdd())} icon="plus">
          {text('list.add')}
        </LinkButton>
      )}
      <LinkButton href={hrefOf(paths.screen())} icon="screen">
        {text('dashboard.screen')}
      </LinkButton>
    </>
  )
}
