import { useId, useMemo, useState } from 'react'
import { useUi } from '../core/ui-provider.tsx'
import { ChartFoot, type ChartView } from './chart-foot.tsx'
import { frameOf, namesAtEnds } from './layout.ts'
import { QualityLane } from './marks.tsx'
import { chartModel, type ChartInput } from './model.ts'
import { Legend } from './legend.tsx'
import { Plot } from './plot.tsx'
import { spokenBin } from './readout.tsx'
import type { ChartEvent, ChartTexts, LastDatum, QualitySpan } from './types.ts'
import { useGestures } from './use-gestures.ts'
import { useReading } from './use-reading.ts'
import { useHiddenSeries, useShownInput } from './use-shown-input.ts'
import { useSize } from './use-size.ts'
import { spansWithin, useZoom, zoomedInput } from './use-zoom.ts'
import { ValueTable } from './value-table.tsx'
import styles from './chart.module.css'

export interface TimeSeriesChartProps extends ChartInput {
  /** Name of the chart for screen readers. */
  label: string
  /** px */
  height?: number
  /** Spans that are not plain live data. */
  quality?: readonly QualitySpan[]
  lastDatum?: LastDatum
  /** Alarms, commands and other events, each a link. */
  events?: readonly ChartEvent[]
  texts: ChartTexts
}

/** px: height on a printed sheet, below the figures. */
const paperHeight = 232

/** Curves over time. Gaps stay gaps, the night is shaded, every value can be read by pointer, keys or table. */
export function TimeSeriesChart(whole: TimeSeriesChartProps) {
  const zoom = useZoom(whole)
  const props = useMemo(() => zoomedInput(whole, zoom.span), [whole, zoom.span])
  const { label, series, quality = [], lastDatum, events, texts, formatTime } = props
  const { mode, isPaper = false } = useUi()
  const height = Math.min(props.height ?? 320, isPaper ? paperHeight : Infinity)
  const keys = useId()
  const [host, { width, seen }] = useSize<HTMLDivElement>()
  const [view, setView] = useState<ChartView>('chart')
  const { hidden, toggle } = useHiddenSeries(series)
  const input = useShownInput(props, hidden)
  const model = useMemo(() => chartModel(input, mode, { width: width || 800, height }), [input, mode, width, height])
  const frame = useMemo(() => frameOf(model, width, height), [model, width, height])
  const reading = useReading(model, frame, zoom)
  const fingers = useGestures(host, frame, zoom)
  const isTable = view === 'table'
  return (
    <div className={styles['root']} data-chart={view}>
      {(!namesAtEnds(model, width) || hidden.size > 0) && series.length > 1 && (
        <div className={styles['names']}>
          <Legend series={series} input={props} mode={mode} width={width} hidden={hidden} onToggle={toggle} />
        </div>
      )}
      {isTable && <ValueTable input={input} model={model} texts={texts} label={label} height={height} />}
      <Plot
        {...{ input, model, frame, mode, label, texts, lastDatum, events, reading, fingers, host, seen }}
        drawn={zoom.drawn}
        describedBy={keys}
        isHidden={isTable}
      />
      {!isTable && width > 0 && (
        <QualityLane
          model={model}
          frame={frame}
          spans={spansWithin(quality, model.from, model.to)}
          texts={texts}
          formatTime={formatTime}
        />
      )}
      <ChartFoot label={label} texts={texts} view={view} onView={setView} onZoomOut={zoom.span && zoom.reset} />
      <div id={keys} className={styles['spoken']}>
        {texts.keys}
      </div>
      <div className={styles['spoken']} aria-live="polite">
        {reading.bin === undefined ? '' : spokenBin(input, model, reading.bin)}
      </div>
    </div>
  )
}
