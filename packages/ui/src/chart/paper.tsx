import { colorOf, fontSizes, type Mode } from '../tokens/tokens.ts'
import { xOf, yOf, type Frame } from './layout.ts'
import { type ChartModel, type Curve, barSpans } from './model.ts'

interface PaperProps {
  model: ChartModel
  frame: Frame
  mode: Mode
}

/**
 * The chart on a printed sheet, as SVG. A browser that prints does not wait for a canvas: it prints what the document
 * holds after `beforeprint`. Lines are as sharp as the printer, labels are text.
 */
export function PaperDrawing({ model, frame, mode }: PaperProps) {
  const bottom = frame.height - frame.bottom
  const right = frame.width - frame.right
  // The most important curve is drawn last, on top.
  const ordered = [...model.curves].sort((a, b) => Number(b.series.muted ?? false) - Number(a.series.muted ?? false))
  const label = { fill: colorOf('textMuted', mode), fontSize: fontSizes.xs }
  const { start, end } = model.axes
  return (
    <svg width={frame.width} height={frame.height} aria-hidden="true" data-paper-drawing>
      {model.nights.map(({ from, to }) => {
        const x = xOf(model, frame, from)
        const width = xOf(model, frame, to) - x
        return (
          <rect key={from} {...{ x, y: frame.top, width, height: bottom - frame.top }} fill={colorOf('night', mode)} />
        )
      })}
      {start?.ticks.map((tick, nth) => {
        const y = yOf(model, frame, 'start', tick)
        return (
          <g key={tick}>
            <line x1={frame.left} x2={right} y1={y} y2={y} stroke={colorOf('hairline', mode)} />
            <text {...label} x={frame.left - 8} y={y} dy="0.35em" textAnchor="end">
              {start.labels[nth]}
            </text>
          </g>
        )
      })}
      {end?.ticks.map((tick, nth) => (
        <text key={tick} {...label} x={right + 8} y={yOf(model, frame, 'end', tick)} dy="0.35em">
          {end.labels[nth]}
        </text>
      ))}
      {model.timeTicks.map(({ at, label: words }) => (
        <text key={at} {...label} x={xOf(model, frame, at)} y={bottom + 18} textAnchor="middle">
          {words}
        </text>
      ))}
      {ordered.map((curve) => (
        <CurveOnPaper key={curve.series.id} {...{ curve, model, frame }} />
      ))}
    </svg>
  )
}

function CurveOnPaper({ curve, model, frame }: { curve: Curve; model: ChartModel; frame: Frame }) {
  const { series, color, side, runs } = curve
  const faint = series.dashed === true || series.muted === true
  const zero = yOf(model, frame, side, Math.max(model.axes[side]?.min ?? 0, 0))
  if (series.kind === 'bar') {
    return barSpans(curve, model).map(({ from, to, value }) => {
      const x = xOf(model, frame, from)
      const y = yOf(model, frame, side, value)
      const size = { width: xOf(model, frame, to) - x, height: Math.abs(zero - y) }
      return (
        <rect key={from} x={x} y={Math.min(y, zero)} {...size} rx={2} fill={color} fillOpacity={faint ? 0.3 : 0.9} />
      )
    })
  }
  const drawn = runs.map((run) => run.map(({ x, y }) => [xOf(model, frame, x), yOf(model, frame, side, y)] as const))
  return drawn.map((run) => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return null
    // A value between two gaps has no line: it is drawn as a dot.
    if (run.length === 1) return <circle key={first[0]} cx={first[0]} cy={first[1]} r={1.5} fill={color} />
    const line = `M${run.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`
    return (
      <g key={first[0]}>
        {series.kind === 'area' && (
          <path d={`${line}V${zero}H${first[0]}Z`} fill={color} fillOpacity={faint ? 0.06 : 0.16} />
        )}
        <path d={line} fill="none" stroke={color} strokeLinejoin="round" strokeLinecap="round" {...strokeOf(curve)} />
      </g>
    )
  })
}

const strokeOf = ({ series: { muted = false, dashed = false } }: Curve) => ({
  strokeWidth: muted ? 1 : 2,
  strokeOpacity: muted ? 0.35 : dashed ? 0.65 : 1,
  ...(dashed ? { strokeDasharray: '4 5' } : {}),
})
