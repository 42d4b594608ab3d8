import { useId, useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '../core/button.tsx'
import { Segmented } from '../core/tabs.tsx'
import { cx } from '../core/class-names.ts'
import { SkeletonChart } from '../core/skeleton.tsx'
import { Empty, ErrorState } from '../core/state.tsx'
import { useUi } from '../core/ui-provider.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import { Canvas } from './canvas.tsx'
import { binAt, frameOf, namesAtEnds } from './layout.ts'
import { Marks, QualityLane, ZoomBand } from './marks.tsx'
import { chartModel, type ChartInput } from './model.ts'
import { binText, Readout, valuesAt } from './readout.tsx'
import type { ChartTexts, Instant, QualitySpan } from './types.ts'
import { Names } from './names.tsx'
import { useSize } from './use-size.ts'
import { binsOf, spansWithin, useZoom, zoomedInput } from './use-zoom.ts'
import { ValueTable } from './value-table.tsx'
import styles from './chart.module.css'

export interface TimeSeriesChartProps extends ChartInput {
  /** What is shown, read aloud. */
  label: string
  /** px */
  height?: number
  /** Stretches that are not plain live data. */
  quality?: readonly QualitySpan[]
  /** Where a running day ends, with its age in words. */
  lastDatum?: { at: Instant; text: string }
  texts: ChartTexts
}

/** px: what is left of a sheet under the figures. */
const paperHeight = 232

/** Bins that a key moves by. */
const strides: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 12,
  PageUp: -12,
  Home: -1e9,
  End: 1e9,
}

/** Bins shown after a key, as a share of those before. */
const zoomKeys: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 }

/** Curves over time that tell the truth: gaps stay gaps, the night is dark, each number can be read. */
export function TimeSeriesChart(whole: TimeSeriesChartProps) {
  const zoom = useZoom(binsOf(whole))
  const { span } = zoom
  const props = useMemo(() => zoomedInput(whole, span), [whole, span])
  const { label, quality = [], lastDatum, texts, formatTime } = props
  const { mode, isPaper = false } = useUi()
  const height = Math.min(props.height ?? 320, isPaper ? paperHeight : Infinity)
  const keys = useId()
  const [host, { width, seen }] = useSize<HTMLDivElement>()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const [bin, setBin] = useState<number>()
  const [phase, setPhase] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const { from, to, binMinutes, starts, timeZone, series, night, formatValue, formatAxis, formatBin, ticks } = props
  const input = useMemo<ChartInput>(
    () => ({
      from,
      to,
      binMinutes,
      timeZone,
      formatValue,
      formatTime,
      series: series.filter((one) => !hidden.has(one.id)),
      ...(starts ? { starts } : {}),
      ...(night ? { night } : {}),
      ...(formatAxis ? { formatAxis } : {}),
      ...(formatBin ? { formatBin } : {}),
      ...(ticks ? { ticks } : {}),
    }),
    [
      from,
      to,
      binMinutes,
      starts,
      timeZone,
      series,
      night,
      formatValue,
      formatAxis,
      formatBin,
      ticks,
      formatTime,
      hidden,
    ],
  )
  const model = useMemo(() => chartModel(input, mode, { width: width || 800, height }), [input, mode, width, height])
  const frame = useMemo(() => frameOf(model, width, height), [model, width, height])

  const points = model.points
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const under = binAt(model, frame, event.clientX - box.left)
    setBin(under)
    return under
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return bin === undefined ? zoom.reset() : setBin(undefined)
    const factor = zoomKeys[event.key]
    if (factor !== undefined) {
      zoom.scale(bin ?? model.bins / 2, factor)
      return setBin(undefined)
    }
    const stride = strides[event.key]
    if (stride === undefined) return
    event.preventDefault()
    const start = bin ?? model.curves[0]?.last?.index ?? 0
    setBin(Math.min(Math.max(bin === undefined ? start : start + stride, 0), model.bins - 1))
  }
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id) && next.size < series.length - 1) next.add(id)
    setHidden(next)
  }

  const shownBin = bin !== undefined && bin < model.bins ? bin : undefined
  return (
    <div className={styles['root']} data-chart={view}>
      {(!namesAtEnds(model, width) || hidden.size > 0) && series.length > 1 && (
        <div className={styles['names']}>
          <Names series={series} input={props} mode={mode} width={width} hidden={hidden} onToggle={toggle} />
        </div>
      )}
      {view === 'table' && <ValueTable input={input} model={model} texts={texts} label={label} height={height} />}
      <div className={cx(styles['plot'], view === 'table' && styles['away'])} style={{ height }} dir="ltr" ref={host}>
        <div
          role="img"
          aria-label={label}
          aria-describedby={keys}
          className={styles['image']}
          tabIndex={0}
          data-points={points}
          data-drawn={phase === 'drawn'}
          onKeyDown={walk}
          onPointerMove={(event) => zoom.draw(point(event))}
          onPointerDown={(event) => zoom.begin(event, point(event))}
          onPointerUp={zoom.end}
          onDoubleClick={zoom.reset}
          onPointerLeave={(event) => {
            zoom.end()
            if (event.pointerType === 'mouse') setBin(undefined)
          }}
          onBlur={() => setBin(undefined)}
        >
          {seen && width > 0 && points > 0 && phase !== 'failed' && view === 'chart' && (
            <Canvas
              model={model}
              frame={frame}
              mode={mode}
              onDrawn={() => setPhase('drawn')}
              onFailed={() => setPhase('failed')}
            />
          )}
        </div>
        {points === 0 && (
          <div className={styles['cover']}>
            <Empty icon="chart" title={texts.empty} />
          </div>
        )}
        {phase === 'failed' && (
          <div className={styles['cover']}>
            <ErrorState title={texts.failed} retry={{ label: texts.retry, onRetry: () => setPhase('waiting') }} />
          </div>
        )}
        {phase === 'waiting' && points > 0 && (
          <div className={styles['cover']}>
            <VisuallyHidden>{texts.loading}</VisuallyHidden>
            <SkeletonChart height={height - frame.bottom} />
          </div>
        )}
        {phase === 'drawn' && view === 'chart' && width > 0 && points > 0 && (
          <div className={styles['layer']}>
            <Marks model={model} frame={frame} lastDatum={lastDatum} />
            {zoom.drawn && <ZoomBand model={model} frame={frame} span={zoom.drawn} />}
            {shownBin !== undefined && <Readout input={input} model={model} frame={frame} bin={shownBin} />}
          </div>
        )}
      </div>
      {view === 'chart' && width > 0 && (
        <QualityLane
          model={model}
          frame={frame}
          spans={spansWithin(quality, model.from, model.to)}
          texts={texts}
          formatTime={formatTime}
        />
      )}
      <div className={styles['foot']}>
        <span>{texts.timeZone}</span>
        {span && (
          <Button size="s" kind="text" icon="fit" onClick={zoom.reset}>
            {texts.zoomOut}
          </Button>
        )}
        <Segmented
          label={label}
          value={view}
          iconsOnly
          size="s"
          onChange={setView}
          options={[
            { value: 'chart', label: texts.chart, icon: 'chart' },
            { value: 'table', label: texts.table, icon: 'table' },
          ]}
        />
      </div>
      <div id={keys} className={styles['spoken']}>
        {texts.keys}
      </div>
      <div className={styles['spoken']} aria-live="polite">
        {shownBin === undefined
          ? ''
          : [
              binText(input, model, shownBin),
              ...valuesAt(input, model, shownBin).map(({ curve, text }) => `${curve.series.label} ${text}`),
            ].join(', ')}
      </div>
    </div>
  )
}
