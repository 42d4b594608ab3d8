import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Button } from '../core/button.tsx'
import { Modal } from '../overlay/dialog.tsx'
import { areaOf, type Crop, maxZoom, moveCrop, wholeCrop } from './crop.ts'
import type { ReadPicture } from './read-picture.ts'
import type { PictureTexts } from './types.ts'
import styles from './picture.module.css'

interface CropDialogProps {
  picture: ReadPicture
  aspect: number
  texts: PictureTexts
  onCrop: (crop: Crop) => void
  onCancel: () => void
}

const keyStep = 0.05
const arrows: Record<string, { x?: number; y?: number }> = {
  ArrowLeft: { x: -keyStep },
  ArrowRight: { x: keyStep },
  ArrowUp: { y: -keyStep },
  ArrowDown: { y: keyStep },
}

/** Which part of a picture is kept: dragged or moved by arrow keys, zoomed with the slider. */
export function CropDialog({ picture, aspect, texts, onCrop, onCancel }: CropDialogProps) {
  const { image } = picture
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState(wholeCrop)
  const from = useRef<{ x: number; y: number }>(null)
  const area = areaOf(size, aspect, crop)
  const move = (by: { x?: number; y?: number; zoom?: number }) =>
    setCrop((former) => moveCrop(size, aspect, former, by))

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current) return
      const { width, height } = event.currentTarget.getBoundingClientRect()
      move({ x: (from.current.x - event.clientX) / width, y: (from.current.y - event.clientY) / height })
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerCancel: () => {
      from.current = null
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrows[event.key]
      if (!step) return
      event.preventDefault()
      move(step)
    },
  }

  return (
    <Modal
      open
      title={texts.cropTitle}
      onClose={onCancel}
      closeLabel={texts.cancel}
      footer={
        <>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button kind="primary" onClick={() => onCrop(crop)}>
            {texts.crop}
          </Button>
        </>
      }
    >
      <div className={styles['cropper']}>
        <div
          className={styles['frame']}
          style={{ aspectRatio: aspect, inlineSize: `min(100%, ${50 * aspect}vh)` }}
          role="application"
          aria-label={texts.cropHint}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- steered by arrow keys, which nothing else of it takes
          tabIndex={0}
          {...handlers}
        >
          <img
            src={image.src}
            alt=""
            draggable={false}
            style={{
              inlineSize: `${(size.width / area.width) * 100}%`,
              blockSize: `${(size.height / area.height) * 100}%`,
              insetInlineStart: `${(-area.x / area.width) * 100}%`,
              insetBlockStart: `${(-area.y / area.height) * 100}%`,
            }}
          />
        </div>
        <p className={styles['hint']}>{texts.cropHint}</p>
        <label className={styles['zoom']}>
          {texts.zoom}
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => move({ zoom: Number(event.target.value) })}
          />
        </label>
      </div>
    </Modal>
  )
}
