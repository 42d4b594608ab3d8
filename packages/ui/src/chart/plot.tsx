import { type RefObject, useState } from 'react'
import { cx } from '../core/class-names.ts'
import { SkeletonChart } from '../core/skeleton.tsx'
import { Empty, ErrorState } from '../core/state.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import type { Mode } from '../tokens/tokens.ts'
import { useUi } from '../core/ui-provider.tsx'
import { Canvas } from './canvas.tsx'
import type { Frame } from './layout.ts'
import { Events } from './events.tsx'
import { Marks, ZoomBand } from './marks.tsx'
import type { ChartInput, ChartModel } from './model.ts'
import { PaperDrawing } from './paper.tsx'
import { Readout } from './readout.tsx'
import type { ChartEvent, ChartTexts, LastDatum } from './types.ts'
import type { Fingers } from './use-gestures.ts'
import type { Reading } from './use-reading.ts'
import type { BinSpan } from './use-zoom.ts'
import styles from './chart.module.css'

interface PlotProps {
  input: ChartInput
  model: ChartModel
  frame: Frame
  mode: Mode
  label: string
  texts: ChartTexts
  lastDatum: LastDatum | undefined
  events?: readonly ChartEvent[] | undefined
  reading: Reading
  /** Gestures of two fingers; spread into the element around the drawing. */
  fingers: Fingers
  /** The span that the mouse is selecting to zoom into it. */
  drawn: BinSpan | undefined
  /** Id of the text that explains the keys. */
  describedBy: string
  host: RefObject<HTMLDivElement | null>
  /** The chart has come near the visible part of the window and may be drawn. */
  seen: boolean
  /** The table is shown instead. */
  isHidden: boolean
}

type Phase = 'waiting' | 'drawn' | 'failed'

/** The drawing with its overlay; a skeleton, an empty state or an error in its place. */
export function Plot(props: PlotProps) {
  const { input, model, frame, mode, label, texts, lastDatum, reading, drawn, describedBy, host, seen, isHidden } =
    props
  const [phaseOnScreen, setPhase] = useState<Phase>('waiting')
  const isMeasured = frame.width > 0
  const hasValues = model.points > 0
  const { isPaper = false } = useUi()
  const phase = isPaper && isMeasured ? 'drawn' : phaseOnScreen
  return (
    <div
      className={cx(styles['plot'], isHidden && styles['hidden'])}
      style={{ height: frame.height }}
      dir="ltr"
      ref={host}
      {...props.fingers}
    >
      <div
        role="img"
        aria-label={label}
        aria-describedby={describedBy}
        className={styles['image']}
        tabIndex={0}
        data-points={model.points}
        data-drawn={phase === 'drawn'}
        {...reading.handlers}
      >
        {isPaper && isMeasured && hasValues && !isHidden && <PaperDrawing model={model} frame={frame} mode={mode} />}
        {!isPaper && seen && isMeasured && hasValues && phase !== 'failed' && !isHidden && (
          <Canvas
            model={model}
            frame={frame}
            mode={mode}
            onDrawn={() => setPhase('drawn')}
            onFailed={() => setPhase('failed')}
          />
        )}
      </div>
      <Cover phase={phase} model={model} frame={frame} texts={texts} onRetry={() => setPhase('waiting')} />
      {phase === 'drawn' && !isHidden && isMeasured && hasValues && (
        <div className={styles['layer']}>
          <Marks model={model} frame={frame} lastDatum={lastDatum} />
          {props.events && <Events model={model} frame={frame} events={props.events} />}
          {drawn && <ZoomBand model={model} frame={frame} span={drawn} />}
          {reading.bin !== undefined && <Readout input={input} model={model} frame={frame} bin={reading.bin} />}
        </div>
      )}
    </div>
  )
}

interface CoverProps {
  phase: Phase
  model: ChartModel
  frame: Frame
  texts: ChartTexts
  onRetry: () => void
}

/** In place of the drawing: no values, not drawn yet, or failed. */
function Cover({ phase, model, frame, texts, onRetry }: CoverProps) {
  if (model.points === 0) {
    return (
      <div className={styles['cover']}>
        <Empty icon="chart" title={texts.empty} />
      </div>
    )
  }
  if (phase === 'drawn') return null
  return (
    <div className={styles['cover']}>
      {phase === 'failed' ? (
        <ErrorState title={texts.failed} retry={{ label: texts.retry, onRetry }} />
      ) : (
        <>
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
          <SkeletonChart height={frame.height - frame.bottom} />
        </>
      )}
    </div>
  )
}
