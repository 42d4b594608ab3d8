import type { PictureFault } from './read-picture.ts'

export interface PictureTexts {
  choose: string
  change: string
  remove: string
  cancel: string
  cropTitle: string
  /** How to move the picture. */
  cropHint: string
  zoom: string
  /** Button that applies the crop. */
  crop: string
  faults: Record<PictureFault, string>
}
