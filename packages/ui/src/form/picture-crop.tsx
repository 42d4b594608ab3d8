import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import type { PictureShape, PictureTexts } from './picture-field.tsx'
import styles from './picture.module.css'
import { draggedBy, placeIn, type View } from './picture-file.ts'

/** Pixels of the picture that is made, twice what any page shows. */
const frames = { round: { width: 320, height: 320 }, wide: { width: 600, height: 200 } } as const
const maxZoom = 5
const stepPx = 16

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [stepPx, 0],
  ArrowRight: [-stepPx, 0],
  ArrowUp: [0, stepPx],
  ArrowDown: [0, -stepPx],
}

interface PictureCropProps {
  picture: ImageBitmap
  shape: PictureShape
  label: string
  texts: PictureTexts
  onApply: (part: Blob) => void
  onCancel: () => void
}

/** The part of a picture that is kept: dragged, moved by arrow keys, enlarged. A logo may stand whole in its frame. */
export default function PictureCrop({ picture, shape, label, texts, onApply, onCancel }: PictureCropProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [view, setView] = useState<View>({ zoom: 1, x: 0.5, y: 0.5 })
  const frame = frames[shape]
  const within = shape === 'wide'

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { x, y, width, height } = placeIn(frame, picture, view, within)
    context.clearRect(0, 0, frame.width, frame.height)
    context.drawImage(picture, x, y, width, height)
  }, [picture, view, frame, within])

  const drag = (dx: number, dy: number) => setView((former) => draggedBy(frame, picture, former, within, dx, dy))
  const dragByPointer = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    const scale = frame.width / event.currentTarget.clientWidth
    drag(event.movementX * scale, event.movementY * scale)
  }
  const dragByKey = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    drag(...move)
  }
  return (
    <div className={styles['crop']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that is moved */}
      <canvas
        ref={canvas}
        {...frame}
        className={cx(styles['canvas'], styles[shape])}
        role="img"
        aria-label={`${label}: ${texts.crop}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={dragByPointer}
        onKeyDown={dragByKey}
      />
      <p className={styles['hint']}>{texts.crop}</p>
      <label className={styles['zoom']}>
        <span>{texts.zoom}</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={view.zoom}
          onChange={(event) => setView({ ...view, zoom: Number(event.target.value) })}
        />
      </label>
      <div className={styles['buttons']}>
        {/* PNG keeps a logo's transparent ground; the service makes the picture anew in any case. */}
        <Button kind="primary" onClick={() => canvas.current?.toBlob((part) => part && onApply(part), 'image/png')}>
          {texts.apply}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </div>
  )
}
