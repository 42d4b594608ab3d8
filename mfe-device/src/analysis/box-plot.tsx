import styles from './comparison.module.css'
import type { Box } from './spread.ts'
import { useAnalysisText } from './texts.ts'

interface BoxPlotProps {
  box: Box | null
  /** Range of the full width; the same in every row. */
  range: { from: number; to: number }
  write: (value: number) => string
}

/** Box plot: extremes, middle half and median. */
export function BoxPlot({ box, range, write }: BoxPlotProps) {
  const text = useAnalysisText()
  if (box === null) return <>–</>
  const { least, low, median, high, most } = box
  const at = (value: number) =>
    `${range.to === range.from ? 50 : ((value - range.from) / (range.to - range.from)) * 100}%`
  const span = (from: number, to: number) => ({ left: at(from), right: `calc(100% - ${at(to)})` })
  const label = text('box.label', {
    least: write(least),
    low: write(low),
    median: write(median),
    high: write(high),
    most: write(most),
  })
  return (
    <span className={styles['box']} role="img" aria-label={label} title={label}>
      <span className={styles['whisker']} style={span(least, most)} />
      <span className={styles['middle']} style={span(low, high)} />
      <span className={styles['median']} style={{ left: at(median) }} />
    </span>
  )
}
