import { cx } from '../core/class-names.ts'
import { namedCurves } from './layout.ts'
import { chartModel, type ChartInput } from './model.ts'
import styles from './chart.module.css'

interface LegendProps {
  series: ChartInput['series']
  input: ChartInput
  mode: 'light' | 'dark'
  width: number
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** Series names above the chart, when they do not stand at the line ends. A click hides or shows the series. */
export function Legend({ series, input, mode, width, hidden, onToggle }: LegendProps) {
  const model = chartModel({ ...input, series }, mode, { width, height: 200 })
  return namedCurves(model).map(({ series: one, color }) => (
    <button
      key={one.id}
      type="button"
      className={cx(styles['name'], hidden.has(one.id) && styles['off'])}
      aria-pressed={!hidden.has(one.id)}
      onClick={() => onToggle(one.id)}
    >
      <span className={cx(styles['swatch'], one.dashed && styles['dashed'])} style={{ background: color }} />
      {one.label}
    </button>
  ))
}
