import { useMemo } from 'react'
import { useEndpoint } from '@helioport/api-client'
import type { IvCurve, IvFigures, IvScanDetail, IvSweep } from '@helioport/contract'
import { useChartTexts, useFormat, useText } from '@helioport/i18n'
import { Card, Notice, SkeletonChart } from '@helioport/ui'
import { BarChart, type Series } from '@helioport/ui/chart'
import type enUS from '../../messages/en-US.ts'
import type { CurveKind } from '../reference.ts'
import { TrendLine } from './trend-line.tsx'
import { sweepLabels } from './sweep-labels.ts'

interface StringHistoryProps {
  scan: IvScanDetail
  shown: IvCurve
  kind: CurveKind
}

/** One scan has no history. */
const leastSweeps = 2

/** Power and fill factor of a string over its scans, and its trend; renders nothing before the second scan. */
export function StringHistory({ scan, shown, kind }: StringHistoryProps) {
  const text = useText<typeof enUS>('functions')
  const { mppt, string } = shown
  const { data, error, isPrevious } = useEndpoint('GET /devices/:deviceId/iv-history', {
    params: { deviceId: scan.deviceId },
    query: { mppt, string },
  })
  const sweeps = isPrevious ? undefined : data
  if (sweeps && sweeps.length < leastSweeps) return null
  return (
    <Card title={text('sweeps.title', { string: text('string', { mppt, string }) })} subtitle={text(`sweeps.${kind}`)}>
      {sweeps ? (
        <>
          <TrendLine sweeps={sweeps} timeZone={scan.timeZone} />
          <SweepChart scan={scan} sweeps={sweeps} kind={kind} />
        </>
      ) : error ? (
        <Notice tone="warn">{text('sweeps.failed')}</Notice>
      ) : (
        <SkeletonChart height={280} />
      )}
    </Card>
  )
}

function SweepChart({ scan, sweeps, kind }: { scan: IvScanDetail; sweeps: readonly IvSweep[]; kind: CurveKind }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const chartTexts = useChartTexts(scan.timeZone)
  const bins = useMemo(() => {
    const labels = sweepLabels(sweeps, scan.timeZone, format)
    return sweeps.map(({ ivScanId, scannedAt }, nth) => {
      const at = format.dateTime(scannedAt, scan.timeZone)
      return {
        label: labels[nth] ?? at,
        title: ivScanId === scan.id ? `${at} · ${text('scan.thisOne')}` : at,
      }
    })
  }, [sweeps, scan, format, text])
  const series = useMemo<Series[]>(() => {
    const valuesOf = (key: keyof IvFigures) =>
      sweeps.map(({ figures, stc }) => (kind === 'stc' ? stc : figures)?.[key] ?? null)
    return [
      {
        id: 'power',
        label: text('sweeps.power'),
        unit: 'power',
        kind: 'bar',
        tone: 'generation',
        values: valuesOf('pmpW'),
      },
      {
        id: 'fill',
        label: text('sweeps.fill'),
        unit: 'share',
        kind: 'line',
        color: 1,
        axis: 'end',
        values: valuesOf('fillFactor'),
      },
    ]
  }, [sweeps, kind, text])
  const formatValue = useMemo(
    () => ({
      power: (watts: number) => format.power(watts).text,
      share: (share: number) => format.percent(share, 1),
    }),
    [format],
  )
  return (
    <BarChart
      label={text('sweeps.label')}
      bins={bins}
      series={series}
      formatValue={formatValue}
      height={280}
      texts={chartTexts}
    />
  )
}
