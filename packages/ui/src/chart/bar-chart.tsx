import { useMemo } from 'react'
import { TimeSeriesChart } from './time-series-chart.tsx'
import type { ChartEvent, ChartTexts, Series } from './types.ts'

export interface Bin {
  /** Below the axis: "21", "Nov"; empty: no label. */
  label: string
  /** In full: "21 November 2026". */
  title: string
}

interface BarChartProps {
  label: string
  bins: readonly Bin[]
  /** One value per bin; null: unknown. */
  series: readonly Series[]
  formatValue: Readonly<Record<string, (value: number) => string>>
  /** px */
  height?: number
  /** Alarms, commands and other events, each a link, at the bin in which it happened. */
  events?: readonly BinEvent[]
  texts: ChartTexts
}

export interface BinEvent extends Omit<ChartEvent, 'at'> {
  bin: number
}

/** Bins are mapped to time for `TimeSeriesChart`: one minute each. These times are never shown. */
const binMs = 60_000
/** Most labels that fit side by side. */
const mostLabels = 16

/** Amounts per day, month or year, with the same readout, keys and table as curves over time. */
export function BarChart({ bins, events = [], ...rest }: BarChartProps) {
  const ticks = useMemo(() => {
    const labelled = bins.flatMap(({ label }, bin) => (label === '' ? [] : [{ at: (bin + 0.5) * binMs, label }]))
    const every = Math.ceil(labelled.length / mostLabels)
    return labelled.filter((_, nth) => nth % every === 0)
  }, [bins])
  const formatBin = useMemo(() => (bin: number) => bins[bin]?.title ?? '', [bins])
  return (
    <TimeSeriesChart
      {...rest}
      events={events.map(({ bin, ...event }) => ({ ...event, at: (bin + 0.5) * binMs }))}
      from={0}
      to={bins.length * binMs}
      binMinutes={1}
      isTimeless
      timeZone="UTC"
      formatTime={(at) => formatBin(Math.floor(at / binMs))}
      formatBin={formatBin}
      ticks={ticks}
    />
  )
}
