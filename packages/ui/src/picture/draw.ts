import type { ReadPicture } from './read-picture.ts'

/** px of a picture. */
interface PictureSize {
  width: number
  height: number
}

/** Part of a picture, px. */
export interface PictureArea extends PictureSize {
  x: number
  y: number
}

interface Wanted {
  /** px. */
  maxWidth: number
  maxBytes: number
}

/** Size of the result, px: never larger than the kept part of the picture. */
export function outputSize(area: PictureSize, maxWidth: number): PictureSize {
  const scale = Math.min(1, maxWidth / area.width)
  return { width: Math.max(1, Math.round(area.width * scale)), height: Math.max(1, Math.round(area.height * scale)) }
}

/** Number of bytes of a base64 `data:` address. */
const bytesOf = (address: string) => Math.floor(((address.length - address.indexOf(',') - 1) * 3) / 4)

/** The part of a picture as a `data:` address; a PNG that would be too large becomes a JPG. */
export function drawArea({ image, type }: ReadPicture, area: PictureArea, { maxWidth, maxBytes }: Wanted): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, outputSize(area, maxWidth))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.imageSmoothingQuality = 'high'
  const draw = () => pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  draw()
  const address = canvas.toDataURL(type, 0.88)
  if (bytesOf(address) < maxBytes) return address
  // A JPG has no transparency: the background becomes white instead of black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  draw()
  return canvas.toDataURL('image/jpeg', 0.85)
}

/** The file in a base64 `data:` address. */
export function fileOf(address: string): Blob {
  const [head = '', body = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? '' })
}
