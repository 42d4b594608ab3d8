import { cx } from '../core/class-names.ts'
import { instantOfBin, xOf, yOf, type Frame } from './layout.ts'
import { formatterOf, startOf, type ChartInput, type ChartModel } from './model.ts'
import styles from './chart.module.css'

interface ReadoutProps {
  input: ChartInput
  model: ChartModel
  frame: Frame
  bin: number
}

const noValue = '–'

/** All series at one bin: name and value with its unit. */
export function valuesAt(input: ChartInput, model: ChartModel, bin: number) {
  return model.curves.map((curve) => {
    const value = curve.series.values[bin] ?? null
    const format = formatterOf(input, curve.series.unit)
    return { curve, value, text: value === null ? noValue : format(value) }
  })
}

/** The span that a mean covers: "12:50–12:55". */
function binText(input: ChartInput, model: ChartModel, bin: number): string {
  if (input.formatBin) return input.formatBin(bin)
  const start = startOf(model, bin)
  return `${input.formatTime(start)}–${input.formatTime(start + model.binMs)}`
}

/** All values of a bin as one text, for screen readers. */
export const spokenBin = (input: ChartInput, model: ChartModel, bin: number): string =>
  [
    binText(input, model, bin),
    ...valuesAt(input, model, bin).map(({ curve, text }) => `${curve.series.label} ${text}`),
  ].join(', ')

const mostRows = 12

/** Line, dots and values at the bin under the pointer or the keys. */
export function Readout({ input, model, frame, bin }: ReadoutProps) {
  const at = instantOfBin(model, bin)
  const x = xOf(model, frame, at)
  const rows = valuesAt(input, model, bin)
  const shown = rows.filter(({ curve }) => !curve.series.muted || rows.length <= mostRows).slice(0, mostRows)
  const onEnd = x > frame.width * 0.5
  // On a phone the readout stands in the far corner, where neither the finger nor the window's edge hides it.
  const corner = frame.width < 480
  const place = corner ? (onEnd ? { left: 4 } : { right: 4 }) : { left: x }
  return (
    <>
      <svg className={styles['overlay']} width={frame.width} height={frame.height} aria-hidden>
        <line x1={x} x2={x} y1={frame.top} y2={frame.height - frame.bottom} className={styles['cross']} />
        {shown.map(
          ({ curve, value }) =>
            value !== null &&
            !curve.series.muted &&
            curve.series.kind !== 'bar' && (
              <circle
                key={curve.series.id}
                cx={x}
                cy={yOf(model, frame, curve.side, value)}
                r={4}
                className={styles['dot']}
                style={{ fill: curve.color }}
              />
            ),
        )}
      </svg>
      <div
        className={cx(styles['readout'], !corner && (onEnd ? styles['before'] : styles['after']))}
        style={{ ...place, top: frame.top }}
        data-chart-readout={bin}
      >
        <div className={styles['readoutTime']}>{binText(input, model, bin)}</div>
        {shown.map(({ curve, text }) => (
          <div key={curve.series.id} className={styles['readoutRow']}>
            <span
              className={cx(styles['swatch'], curve.series.dashed && styles['dashed'])}
              style={{ background: curve.color }}
            />
            <span className={styles['readoutName']}>{curve.series.label}</span>
            <span className={styles['readoutValue']}>{text}</span>
          </div>
        ))}
      </div>
    </>
  )
}
