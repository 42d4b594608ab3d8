import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { Device, DeviceStatistics, StatisticsPeriod } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Card, ErrorState, Row, SkeletonChart, SkeletonStatRow, Stat, StatRow, useUrlState } from '@helioport/ui'
import { WorkingNote } from '../../device/working-note.tsx'
import type enUS from '../../messages/en-US.ts'
import { Against } from './against.tsx'
import { ComparedNote } from './compared-note.tsx'
import { isDayText, parameterFields } from './chosen-parameters.ts'
import { PeriodBars } from './period-bars.tsx'
import { useComparedName } from './use-compared-name.ts'

const refetchMs = 120_000

interface PeriodViewProps {
  device: Device
  period: StatisticsPeriod
  /** A day of the period. */
  date: string
}

/** A week, month, year or all time of one device: figures, and one bar per day, month or year. */
export function PeriodView({ device, period, date }: PeriodViewProps) {
  const errorText = useErrorText()
  const { data, error, refetch } = useEndpoint(
    'GET /devices/:deviceId/statistics',
    { params: { deviceId: device.id }, query: { period, date } },
    { refetchMs },
  )
  const statistics = data?.deviceId === device.id ? data : undefined
  const [{ against }, change] = useUrlState(parameterFields, useSearchParams())
  const { compared, isUnknown } = useCompared({ device, period, date }, against)
  // All time has no comparison.
  const comparedName = useComparedName(period === 'total' ? '' : against, period === 'total' ? 'year' : period)
  if (statistics) {
    return (
      <>
        <WorkingNote working={statistics.working} />
        <Figures statistics={statistics} />
        <PeriodBars
          device={device}
          statistics={statistics}
          compared={compared}
          comparedName={comparedName}
          note={
            <ComparedNote
              of={comparedName}
              isUnknown={isUnknown}
              values={compared?.series.map(({ energyKwh }) => energyKwh)}
            />
          }
          extra={
            period !== 'total' && (
              <Row gap={2}>
                <Against {...{ device, period, date, against }} onAgainst={(other) => change({ against: other })} />
              </Row>
            )
          }
        />
      </>
    )
  }
  if (error) {
    return (
      <Card>
        <ErrorState {...errorText(error, refetch)} />
      </Card>
    )
  }
  return (
    <>
      <SkeletonStatRow count={5} lead />
      <Card>
        <SkeletonChart height={340} />
      </Card>
    </>
  )
}

interface Compared {
  /** Undefined: none, or still loading. */
  compared: DeviceStatistics | undefined
  isUnknown: boolean
}

/** Statistics of another period or inverter. */
function useCompared({ device, period, date }: PeriodViewProps, against: string): Compared {
  const isDay = isDayText(against)
  const deviceId = against === '' || isDay ? device.id : against
  const isAsked = against !== '' && period !== 'total'
  const { data, error, isPrevious } = useEndpoint(
    'GET /devices/:deviceId/statistics',
    { params: { deviceId }, query: { period, date: isDay ? against : date } },
    { refetchMs, enabled: isAsked },
  )
  const compared = isAsked && !isPrevious && data?.deviceId === deviceId ? data : undefined
  return { compared, isUnknown: isAsked && error !== undefined && !compared }
}

function Figures({ statistics }: { statistics: DeviceStatistics }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { figures, currency, lifetime } = statistics
  const { energyKwh, specificYield, performanceRatio, availability, income, coverage } = figures
  const shown = ({ value, unit }: { value: string; unit: string }) => ({ value, unit })
  const known = (share: number | null) =>
    share === null ? undefined : text('kpi.coverage', { share: format.percent(share, 0) })
  return (
    <StatRow label={text('kpi.period')}>
      <Stat
        testId="kpi-energy"
        raw={energyKwh}
        size="xl"
        tone="generation"
        label={
          statistics.period === 'total' && lifetime.measuredSince !== null
            ? text('kpi.measuredTotal', { date: format.date(lifetime.measuredSince) })
            : text('kpi.energyPeriod')
        }
        {...shown(format.energy(energyKwh))}
        note={[
          figures.days.known < figures.days.expected
            ? text('kpi.days', { known: format.number(figures.days.known), all: format.number(figures.days.expected) })
            : undefined,
          known(coverage.energy),
        ]
          .filter((note) => note !== undefined)
          .join(' · ')}
      />
      <Stat
        testId="kpi-yield"
        raw={specificYield}
        label={text('kpi.yield')}
        {...shown(format.quantity(specificYield, 'kWh/kWp', 2))}
        note={format.capacity(statistics.capacity.inOperationKwp).text}
      />
      <Stat
        testId="kpi-pr"
        raw={performanceRatio}
        label={text('kpi.pr')}
        value={format.percent(performanceRatio)}
        note={performanceRatio === null ? undefined : known(coverage.performanceRatio)}
      />
      {statistics.period === 'total' && (
        <Stat
          testId="kpi-total"
          raw={lifetime.sinceInstallationKwh}
          label={text('kpi.sinceInstallation')}
          {...shown(format.energy(lifetime.sinceInstallationKwh))}
        />
      )}
      <Stat raw={availability} label={text('kpi.availability')} value={format.percent(availability)} />
      {income !== null && <Stat raw={income} label={text('kpi.income')} value={format.money(income, currency)} />}
    </StatRow>
  )
}
