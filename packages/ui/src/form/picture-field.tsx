import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../core/button.tsx'
import { cx } from '../core/class-names.ts'
import { Skeleton } from '../core/skeleton.tsx'
import { Notice } from '../core/status.tsx'
import styles from './picture.module.css'
import { objectionTo, type PictureObjection } from './picture-file.ts'

/** Comes with the first picture that somebody chooses. */
const PictureCrop = lazy(() => import('./picture-crop.tsx'))

export interface PictureTexts {
  choose: string
  change: string
  remove: string
  /** Puts the chosen part in place. */
  apply: string
  cancel: string
  zoom: string
  /** How the part is chosen. */
  crop: string
  wrongType: string
  tooLarge: string
}

export type PictureShape = 'round' | 'wide'

interface PictureFieldProps {
  label: string
  hint: string
  shape: PictureShape
  /** Address of the present picture; undefined: there is none. */
  source: string | undefined
  /** What stands there without a picture. */
  empty: ReactNode
  maxBytes: number
  texts: PictureTexts
  busy: boolean
  /** What was said against the last try. */
  objection: string | undefined
  onPick: (picture: Blob) => void
  onRemove: () => void
}

/** A picture of one's own: chosen, cut to its shape, shown, taken away. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, shape, source, texts, busy, onPick, onRemove } = props
  const input = useRef<HTMLInputElement>(null)
  const heading = useId()
  const [picture, setPicture] = useState<ImageBitmap>()
  const [wrong, setWrong] = useState<PictureObjection>()
  const objection = wrong ? texts[wrong] : props.objection

  const take = async (file: File) => {
    const found = await objectionTo(file, props.maxBytes)
    setWrong(found)
    if (found) return
    await createImageBitmap(file).then(setPicture, () => setWrong('wrongType'))
  }
  return (
    <div className={styles['picture']} role="group" aria-labelledby={heading}>
      <span id={heading} className={styles['label']}>
        {label}
      </span>
      {picture ? (
        <Suspense fallback={<Skeleton height={200} />}>
          <PictureCrop
            picture={picture}
            shape={shape}
            label={label}
            texts={texts}
            onCancel={() => setPicture(undefined)}
            onApply={(part) => {
              setPicture(undefined)
              onPick(part)
            }}
          />
        </Suspense>
      ) : (
        <div className={styles['row']}>
          <span className={cx(styles['frame'], styles[shape])}>
            {source ? <img src={source} alt={label} /> : props.empty}
          </span>
          <div className={styles['side']}>
            <div className={styles['buttons']}>
              <Button size="s" busy={busy} onClick={() => input.current?.click()}>
                {source ? texts.change : texts.choose}
              </Button>
              {source && (
                <Button size="s" kind="text" disabled={busy} onClick={onRemove}>
                  {texts.remove}
                </Button>
              )}
            </div>
            <p className={styles['hint']}>{hint}</p>
          </div>
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      {objection !== undefined && <Notice tone="bad">{objection}</Notice>}
    </div>
  )
}
