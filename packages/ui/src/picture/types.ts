import type { PictureFault } from './read-picture.ts'

export interface PictureTexts {
  choose: string
  change: string
  remove: string
  cancel: string
  cropTitle: string
  /** How the part is moved. */
  cropHint: string
  zoom: string
  /** Takes the part over. */
  crop: string
  faults: Record<PictureFault, string>
}
