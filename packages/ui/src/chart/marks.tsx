import { instantOfBin, lineEnds, xOf, yOf, type Frame } from './layout.ts'
import { type ChartModel, startOf } from './model.ts'
import type { BinSpan } from './use-zoom.ts'
import { epochOf, type ChartTexts, type LastDatum, type QualityKind, type QualitySpan } from './types.ts'
import styles from './chart.module.css'

interface MarksProps {
  model: ChartModel
  frame: Frame
  lastDatum: LastDatum | undefined
}

/** Names at the line ends, units above the axes, and the end of today's curve. */
export function Marks({ model, frame, lastDatum }: MarksProps) {
  const { start, end } = model.axes
  const at = lastDatum && epochOf(lastDatum.at)
  const inside = at !== undefined && at >= model.from && at <= model.to
  const lead = model.curves.find((curve) => !curve.series.muted && !curve.series.dashed && curve.last)
  const x = inside ? xOf(model, frame, at) : 0
  return (
    <>
      {start?.unit && (
        <span className={styles['axisUnit']} style={{ left: 0, width: frame.left - 10, textAlign: 'right' }}>
          {start.unit}
        </span>
      )}
      {end?.unit && (
        <span className={styles['axisUnit']} style={{ left: frame.width - frame.right + 8 }}>
          {end.unit}
        </span>
      )}
      {lineEnds(model, frame).map((name) => (
        <span
          key={name.id}
          className={styles['lineEnd']}
          style={{ left: name.x, top: name.y - 9, color: `color-mix(in srgb, ${name.color} 62%, var(--hp-text))` }}
        >
          {name.label}
        </span>
      ))}
      {inside && lead?.last && (
        <>
          <span
            className={styles['lastDot']}
            style={{
              left: xOf(model, frame, instantOfBin(model, lead.last.index)),
              top: yOf(model, frame, lead.side, lead.last.value),
              background: lead.color,
            }}
          />
          <span className={styles['lastLine']} style={{ left: x, top: frame.top, bottom: frame.bottom }} />
          <span
            className={styles['lastText']}
            style={x > frame.width / 2 ? { right: frame.width - x, textAlign: 'right' } : { left: x }}
          >
            {lastDatum?.text}
          </span>
        </>
      )}
    </>
  )
}

/** The span that the mouse is selecting for a zoom. */
export function ZoomBand({ model, frame, span }: { model: ChartModel; frame: Frame; span: BinSpan }) {
  const [from, to] = [Math.min(...span), Math.max(...span) + 1].map((bin) =>
    xOf(model, frame, Math.min(startOf(model, bin), model.to)),
  ) as [number, number]
  return (
    <span
      className={styles['zoomBand']}
      style={{ left: from, width: to - from, top: frame.top, bottom: frame.bottom }}
    />
  )
}

interface QualityLaneProps {
  model: ChartModel
  frame: Frame
  spans: readonly QualitySpan[]
  texts: ChartTexts
  formatTime: (instant: number) => string
}

/** A lane under the chart that marks spans of late, stale, missing or doubtful data, with its legend. */
export function QualityLane({ model, frame, spans, texts, formatTime }: QualityLaneProps) {
  const shown = spans
    .map((span) => ({ ...span, from: epochOf(span.from), to: epochOf(span.to) }))
    .filter((span) => span.to > model.from && span.from < model.to)
  if (shown.length === 0) return null
  const kinds = [...new Set(shown.map((span) => span.kind))]
  const words = ({ kind, from, to }: { kind: QualityKind; from: number; to: number }) =>
    `${texts.quality[kind]}, ${formatTime(from)}–${formatTime(to)}`
  return (
    <div className={styles['quality']}>
      <div className={styles['lane']} role="img" aria-label={shown.map(words).join('; ')}>
        {shown.map((span) => {
          const left = xOf(model, frame, Math.max(span.from, model.from))
          const right = xOf(model, frame, Math.min(span.to, model.to))
          return (
            <span
              key={`${span.kind}${span.from}`}
              className={styles['span']}
              data-quality={span.kind}
              title={words(span)}
              style={{ left, width: Math.max(right - left, 2) }}
            />
          )
        })}
      </div>
      <div className={styles['kinds']} style={{ paddingInlineStart: frame.left }}>
        {kinds.map((kind) => (
          <span key={kind} className={styles['kind']}>
            <span className={styles['kindMark']} data-quality={kind} />
            {texts.quality[kind]}
          </span>
        ))}
      </div>
    </div>
  )
}
