import { useId, useRef, useState } from 'react'
import { Button } from '../core/button.tsx'
import { Icon } from '../core/icon.tsx'
import type { FieldBinding } from '../form/use-form.ts'
import { CropDialog } from './crop-dialog.tsx'
import { drawArea, type PictureArea } from './draw.ts'
import { type PictureFault, type ReadPicture, readPicture } from './read-picture.ts'
import type { PictureTexts } from './types.ts'
import styles from './picture.module.css'

interface PictureFieldProps extends FieldBinding<string> {
  label: string
  hint?: string
  /** Width to height. */
  aspect: number
  /** Greatest width of the result, px. */
  maxWidth: number
  /** File size limit in bytes: a file of this size or larger is refused. */
  maxBytes: number
  texts: PictureTexts
}

const previewHeight = 108

/** As high as the fields beside it, and no wider than the page of a small phone. */
const sizeOf = (aspect: number) => ({ aspectRatio: aspect, inlineSize: `min(100%, ${previewHeight * aspect}px)` })

/**
 * A JPG or PNG that the person chooses and crops. The value is a URL: '' for none, `data:` for a new picture, otherwise
 * the stored picture's.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, name, value, onChange, onLeave, disabled, aspect, maxWidth, maxBytes, texts } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ReadPicture>()
  const [fault, setFault] = useState<PictureFault>()
  const error = fault === undefined ? props.error : texts.faults[fault]

  const read = async (file: File | undefined) => {
    if (!file) return
    const found = await readPicture(file, maxBytes)
    if (typeof found === 'string') return setFault(found)
    setFault(undefined)
    setPicture(found)
  }
  const close = () => {
    if (picture) URL.revokeObjectURL(picture.image.src)
    setPicture(undefined)
    onLeave()
  }
  const take = (area: PictureArea) => {
    if (picture) onChange(drawArea(picture, area, { maxWidth, maxBytes }))
    close()
  }

  return (
    <div className={styles['field']} role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={styles['label']}>
        {label}
      </span>
      <div className={styles['row']}>
        <span className={styles['preview']} style={sizeOf(aspect)} data-empty={value === '' || undefined}>
          {value === '' ? <Icon name="image" size={28} /> : <img src={value} alt={label} />}
        </span>
        <div className={styles['actions']}>
          <input
            ref={input}
            className={styles['input']}
            type="file"
            accept="image/jpeg,image/png"
            name={name}
            tabIndex={-1}
            disabled={disabled}
            aria-label={label}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              void read(event.target.files?.[0])
              // The same file may be chosen again.
              event.target.value = ''
            }}
          />
          <Button size="s" disabled={disabled} onClick={() => input.current?.click()}>
            {value === '' ? texts.choose : texts.change}
          </Button>
          {value !== '' && (
            <Button
              size="s"
              kind="text"
              disabled={disabled}
              onClick={() => {
                setFault(undefined)
                onChange('')
              }}
            >
              {texts.remove}
            </Button>
          )}
          <p id={`${id}-note`} className={error === undefined ? styles['hint'] : styles['error']} aria-live="polite">
            {error ?? hint}
          </p>
        </div>
      </div>
      {picture && (
        <CropDialog source={picture.image.src} aspect={aspect} texts={texts} onCrop={take} onCancel={close} />
      )}
    </div>
  )
}
