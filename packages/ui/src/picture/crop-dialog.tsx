import { useState } from 'react'
import Cropper from 'react-easy-crop'
// Replaces the style element that the library would insert.
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../core/button.tsx'
import { Modal } from '../overlay/dialog.tsx'
import type { PictureArea } from './draw.ts'
import type { PictureTexts } from './types.ts'
import styles from './picture.module.css'

interface CropDialogProps {
  /** Address of the picture. */
  source: string
  /** Width to height. */
  aspect: number
  texts: PictureTexts
  onCrop: (area: PictureArea) => void
  onCancel: () => void
}

const maxZoom = 6
/** px by which an arrow key moves the picture. */
const keyStep = 10

/**
 * Chooses the part of a picture to keep: dragged, pinched or moved by arrow keys, zoomed with the wheel or the slider.
 */
export function CropDialog({ source, aspect, texts, onCrop, onCancel }: CropDialogProps) {
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<PictureArea>()
  return (
    <Modal
      open
      title={texts.cropTitle}
      onClose={onCancel}
      closeLabel={texts.cancel}
      footer={
        <>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button kind="primary" disabled={!area} onClick={() => area && onCrop(area)}>
            {texts.crop}
          </Button>
        </>
      }
    >
      <div className={styles['cropper']}>
        <div className={styles['frame']}>
          <Cropper
            image={source}
            aspect={aspect}
            crop={place}
            zoom={zoom}
            maxZoom={maxZoom}
            keyboardStep={keyStep}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_share, pixels) => setArea(pixels)}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'application', 'aria-label': texts.cropHint }}
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
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
      </div>
    </Modal>
  )
}
