import { useEffect, useRef, useState } from 'react'
import type { Mode } from '../tokens/tokens.ts'
import type { Drawing } from './draw.ts'
import type { Frame } from './layout.ts'
import type { ChartModel } from './model.ts'
import styles from './chart.module.css'

interface CanvasProps {
  model: ChartModel
  frame: Frame
  mode: Mode
  onDrawn: () => void
  onFailed: (error: unknown) => void
}

/** The G2 drawing. G2 is fetched when the first chart is drawn. */
export function Canvas({ model, frame, mode, onDrawn, onFailed }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>()
  const report = useRef({ onDrawn, onFailed })
  const isThere = useRef(false)
  useEffect(() => {
    report.current = { onDrawn, onFailed }
  })

  useEffect(() => {
    let made: Drawing | undefined
    let gone = false
    isThere.current = true
    const start = async () => {
      const { createDrawing } = await import('./draw.ts')
      if (gone || !host.current) return
      made = createDrawing(host.current)
      setDrawing(made)
    }
    start().catch((error: unknown) => report.current.onFailed(error))
    return () => {
      gone = true
      isThere.current = false
      made?.destroy()
    }
  }, [])

  useEffect(() => {
    if (!drawing) return
    let current = true
    const draw = async () => {
      await drawing.update(model, frame, mode)
      // Also reported for the drawing of an older model: it stays visible until the newer one is drawn, which may take
      // seconds.
      if (isThere.current) report.current.onDrawn()
    }
    draw().catch((error: unknown) => {
      if (current) report.current.onFailed(error)
    })
    return () => {
      current = false
    }
  }, [drawing, model, frame, mode])

  return <div ref={host} className={styles['canvas']} />
}
