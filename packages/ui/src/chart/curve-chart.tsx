import { useMemo } from 'react'
import { valueScale } from './axis.ts'
import { type CurvePoint, resample } from './resample.ts'
import { TimeSeriesChart } from './time-series-chart.tsx'
import type { ChartTexts, Series } from './types.ts'

interface Curve extends Omit<Series, 'values' | 'kind'> {
  points: readonly CurvePoint[]
}

interface CurveChartProps {
  label: string
  /** End of the horizontal axis, in the unit of x; the axis starts at zero. */
  to: number
  curves: readonly Curve[]
  /** Formats a value of the horizontal axis: "640 V". */
  formatX: (x: number) => string
  formatValue: Readonly<Record<string, (value: number) => string>>
  /** px */
  height?: number
  /** Here `timeZone` is the name of the horizontal axis and `time` the head of its column. */
  texts: ChartTexts
}

/** The horizontal axis is mapped to time for `TimeSeriesChart`: one minute per bin. These times are never shown. */
const binMs = 60_000
const bins = 160
const mostTicks = 8

/** One quantity over another (an IV curve), with the same readout, keys and table as curves over time. */
export function CurveChart({ to, curves, formatX, ...rest }: CurveChartProps) {
  const series = useMemo<Series[]>(
    () => curves.map(({ points, ...curve }) => ({ ...curve, kind: 'line', values: resample(points, to, bins) })),
    [curves, to],
  )
  const ticks = useMemo(
    () =>
      valueScale([0, to], true, mostTicks)
        .ticks.filter((x) => x <= to)
        .map((x) => ({ at: (x / to) * bins * binMs, label: formatX(x) })),
    [to, formatX],
  )
  const formatBin = useMemo(() => (bin: number) => formatX(((bin + 0.5) * to) / bins), [formatX, to])
  return (
    <TimeSeriesChart
      {...rest}
      series={series}
      from={0}
      to={bins * binMs}
      binMinutes={1}
      timeZone="UTC"
      formatTime={(at) => formatX((at / binMs / bins) * to)}
      formatBin={formatBin}
      ticks={ticks}
    />
  )
}
