import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import type { Device, DeviceStatistics, FiguresBin, StatisticsPeriod } from '@helioport/contract'
import { type Format, useChartTexts, useErrorText, useFormat, useText } from '@helioport/i18n'
import { Card, ErrorState, Row, SkeletonChart, SkeletonStatRow, Stat, StatRow, useUrlState } from '@helioport/ui'
import { BarChart, type Series } from '@helioport/ui/chart'
import { WorkingNote } from '../../device/working-note.tsx'
import type enUS from '../../messages/en-US.ts'
import { Against } from './against.tsx'
import { isDayText, parameterFields } from './chosen-parameters.ts'

const refetchMs = 120_000

interface PeriodViewProps {
  device: Device
  period: StatisticsPeriod
  /** A day of the period. */
  date: string
}

/** A week, month, year or all time of one device: its figures, and a bar for each day, month or year. */
export function PeriodView({ device, period, date }: PeriodViewProps) {
  const errorText = useErrorText()
  const { data, error, refetch } = useEndpoint(
    'GET /devices/:deviceId/statistics',
    { params: { deviceId: device.id }, query: { period, date } },
    { refetchMs },
  )
  const statistics = data?.deviceId === device.id ? data : undefined
  const [{ against }, change] = useUrlState(parameterFields, useSearchParams())
  const compared = useCompared({ device, period, date }, against)
  if (statistics) {
    return (
      <>
        <WorkingNote working={statistics.working} />
        <Figures statistics={statistics} />
        <Bars
          statistics={statistics}
          compared={compared}
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

/** The same of another period or inverter; undefined: nothing is compared, or it is on its way. */
function useCompared({ device, period, date }: PeriodViewProps, against: string): DeviceStatistics | undefined {
  const isDay = isDayText(against)
  const deviceId = against === '' || isDay ? device.id : against
  const { data, isPrevious } = useEndpoint(
    'GET /devices/:deviceId/statistics',
    { params: { deviceId }, query: { period, date: isDay ? against : date } },
    { refetchMs, enabled: against !== '' && period !== 'total' },
  )
  return against === '' || period === 'total' || isPrevious || data?.deviceId !== deviceId ? undefined : data
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

interface BarsProps {
  statistics: DeviceStatistics
  compared: DeviceStatistics | undefined
  extra: ReactNode
}

function Bars({ statistics, compared, extra }: BarsProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const format = useFormat()
  const texts = useChartTexts(statistics.timeZone)
  const { series: bins, step, from, to } = statistics
  const names = useMemo(() => bins.map((bin) => nameOf(bin, step, format)), [bins, step, format])
  const series = useMemo(() => {
    const all: Series[] = [
      {
        id: 'energy',
        label: text('kpi.energyPeriod'),
        unit: 'energy',
        kind: 'bar',
        tone: 'generation',
        values: bins.map(({ energyKwh }) => energyKwh),
      },
    ]
    if (compared) {
      all.push({
        id: 'compared',
        label: text('parameters.compared', { name: text('kpi.energyPeriod') }),
        unit: 'energy',
        kind: 'bar',
        tone: 'generation',
        dashed: true,
        values: bins.map((_, nth) => compared.series[nth]?.energyKwh ?? null),
      })
    }
    if (bins.some(({ irradiationKwhM2 }) => irradiationKwhM2 !== null)) {
      all.push({
        id: 'irradiation',
        label: common('figure.irradiation'),
        unit: 'irradiation',
        kind: 'line',
        tone: 'irradiance',
        axis: 'end',
        fromZero: true,
        values: bins.map(({ irradiationKwhM2 }) => irradiationKwhM2),
      })
    }
    return all
  }, [bins, compared, text, common])
  const formatValue = useMemo(
    () => ({
      energy: (kwh: number) => format.energy(kwh).text,
      irradiation: (value: number) => format.quantity(value, 'kWh/m²', value < 1 ? 2 : 1).text,
    }),
    [format],
  )
  return (
    <Card title={text('kpi.energyPeriod')} extra={extra}>
      <div data-testid="period-chart">
        <BarChart
          label={text('chart.periodLabel', { from: format.date(from), to: format.date(to) })}
          bins={names}
          series={series}
          formatValue={formatValue}
          height={340}
          texts={texts}
        />
      </div>
    </Card>
  )
}

function nameOf({ from }: FiguresBin, step: DeviceStatistics['step'], format: Format) {
  if (step === 'year') return { label: from.slice(0, 4), title: format.dayPart(from, { year: 'numeric' }) }
  if (step === 'month') {
    return {
      label: format.dayPart(from, { month: 'short' }),
      title: format.dayPart(from, { month: 'long', year: 'numeric' }),
    }
  }
  return { label: format.dayPart(from, { day: 'numeric' }), title: format.date(from) }
}
