import { Button } from '../core/button.tsx'
import { Segmented } from '../core/tabs.tsx'
import type { ChartTexts } from './types.ts'
import styles from './chart.module.css'

export type ChartView = 'chart' | 'table'

interface ChartFootProps {
  label: string
  texts: ChartTexts
  view: ChartView
  onView: (view: ChartView) => void
  /** Undefined: nothing is zoomed. */
  onZoomOut: (() => void) | undefined
}

/** Below a chart: its time zone, the button that resets the zoom, and the switch between chart and table. */
export function ChartFoot({ label, texts, view, onView, onZoomOut }: ChartFootProps) {
  return (
    <div className={styles['foot']}>
      <span>{texts.timeZone}</span>
      {onZoomOut && (
        <Button size="s" kind="text" icon="fit" onClick={onZoomOut}>
          {texts.zoomOut}
        </Button>
      )}
      <Segmented
        label={label}
        value={view}
        iconsOnly
        size="s"
        onChange={onView}
        options={[
          { value: 'chart', label: texts.chart, icon: 'chart' },
          { value: 'table', label: texts.table, icon: 'table' },
        ]}
      />
    </div>
  )
}
