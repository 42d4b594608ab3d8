import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { InverterAnalysis } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Card, Empty, useUi } from '@helioport/ui'
import styles from './heat-map.module.css'
import { cellAfter, type Cell, cellText, type MapRow, rowsOf, stripHeight } from './heat-map-cells.ts'
import { paintShares, shareColours, shareNames } from './share-colours.ts'
import { useAnalysisText } from './texts.ts'

const quarterMs = 15 * 60_000
const hourMs = 3_600_000
/** Quarter-hours that a label takes. */
const lastLabel = 5

/** Heat map: each string's current as a share of its inverter's median, by quarter-hour. */
export function HeatMap({ analysis }: { analysis: InverterAnalysis }) {
  const text = useAnalysisText()
  const format = useFormat()
  const keys = useId()
  const rows = useMemo(() => rowsOf(analysis), [analysis])
  const [cell, setCell] = useState<Cell>()
  const { from, quarters, timeZone } = analysis
  if (rows.length === 0) {
    return (
      <Card title={text('map.title')}>
        <Empty icon="grid" title={text(analysis.isKept ? 'map.kept' : 'map.none')} />
      </Card>
    )
  }
  const start = Date.parse(from)
  const time = (quarter: number) => format.time(start + quarter * quarterMs, timeZone)
  const spoken = cell && cellText(rows, cell, { text, format, time })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setCell(undefined)
    const next = cellAfter(rows, quarters, cell, event.key)
    if (!next) return
    event.preventDefault()
    setCell(next)
  }
  return (
    <Card title={text('map.title')} subtitle={text('map.hint')} extra={<Legend />}>
      <div
        className={styles['map']}
        role="img"
        aria-label={text('map.title')}
        aria-describedby={keys}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setCell(undefined)}
        onPointerLeave={() => setCell(undefined)}
      >
        <div className={styles['hours']} aria-hidden>
          {hoursOf(start, quarters).map((quarter) => (
            <span key={quarter} style={{ left: `${(quarter / quarters) * 100}%` }}>
              {time(quarter)}
            </span>
          ))}
        </div>
        {rows.map((row, nth) => (
          <Strip
            key={row.deviceId}
            row={row}
            height={stripHeight(rows, row)}
            quarters={quarters}
            cell={cell?.row === nth ? cell : undefined}
            onCell={(of) => setCell({ ...of, row: nth })}
          />
        ))}
      </div>
      <p className={styles['readout']} aria-live="polite">
        {spoken ?? text('map.read')}
      </p>
      <p id={keys} className={styles['keys']}>
        {text('map.keys')}
      </p>
    </Card>
  )
}

/** Quarter-hours with a label: every third full hour. */
function hoursOf(start: number, quarters: number): number[] {
  return Array.from({ length: quarters }, (_, quarter) => quarter).filter(
    (quarter) => (start + quarter * quarterMs) % (3 * hourMs) === 0 && quarter < quarters - lastLabel,
  )
}

interface StripProps {
  row: MapRow
  /** px */
  height: number
  quarters: number
  cell: Cell | undefined
  onCell: (cell: Omit<Cell, 'row'>) => void
}

/** Strings of one inverter. */
function Strip({ row, height, quarters, cell, onCell }: StripProps) {
  const { mode } = useUi()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) paintShares(canvas.current, row.strings, mode)
  }, [row, mode])
  const count = row.strings.length
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (at: number, size: number, cells: number) =>
      Math.min(cells - 1, Math.max(0, Math.floor((at / size) * cells)))
    onCell({
      quarter: part(event.clientX - box.left, box.width, quarters),
      string: part(event.clientY - box.top, box.height, count),
    })
  }
  return (
    <div className={styles['strip']}>
      <span className={styles['name']} title={row.name}>
        {row.name}
      </span>
      <div className={styles['cells']} style={{ height }} onPointerMove={point} onPointerDown={point}>
        <canvas ref={canvas} className={styles['canvas']} />
        {cell && (
          <span
            className={styles['cell']}
            style={{
              left: `${(cell.quarter / quarters) * 100}%`,
              top: `${(cell.string / count) * 100}%`,
              width: `${100 / quarters}%`,
              height: `${100 / count}%`,
            }}
          />
        )}
      </div>
    </div>
  )
}

function Legend() {
  const text = useAnalysisText()
  const format = useFormat()
  const { mode } = useUi()
  const colours = shareColours(mode)
  return (
    <span className={styles['legend']} aria-label={text('map.legend')} role="group">
      {shareNames(format, text).map((name, nth) => (
        <span key={name}>
          <i style={{ background: colours[nth] }} />
          {name}
        </span>
      ))}
    </span>
  )
}
