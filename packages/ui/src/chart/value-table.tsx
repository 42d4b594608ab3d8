import { cx } from '../core/class-names.ts'
import { startOf, type ChartInput, type ChartModel } from './model.ts'
import { valuesAt } from './readout.tsx'
import type { ChartTexts } from './types.ts'
import styles from './chart.module.css'

interface ValueTableProps {
  input: ChartInput
  model: ChartModel
  texts: ChartTexts
  label: string
  /** px */
  height: number
}

/** The values of the chart as a table, one row per bin. */
export function ValueTable({ input, model, texts, label, height }: ValueTableProps) {
  const bins = Array.from({ length: model.bins }, (_, bin) => bin)
  return (
    <div
      className={styles['tableScroller']}
      style={{ maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            {model.curves.map(({ series }) => (
              <th key={series.id} scope="col" className={styles['number']}>
                {series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => (
            <tr key={bin}>
              <th scope="row">{input.formatBin?.(bin) ?? input.formatTime(startOf(model, bin))}</th>
              {valuesAt(input, model, bin).map(({ curve, value, text }) => (
                <td
                  key={curve.series.id}
                  className={cx(styles['number'], value === null && styles['gap'])}
                  data-value={value ?? undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
