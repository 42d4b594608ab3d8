/** Part of a picture that is kept: its middle as shares of width and height, and how far it is zoomed in. */
export interface Crop {
  x: number
  y: number
  /** 1: as much as fits. */
  zoom: number
}

/** px of the picture. */
export interface PictureSize {
  width: number
  height: number
}

export interface PictureArea extends PictureSize {
  x: number
  y: number
}

export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const maxZoom = 6

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** The area in px of the picture, of the given width to height, that never reaches over its edge. */
export function areaOf(picture: PictureSize, aspect: number, crop: Crop): PictureArea {
  const isWide = picture.width / picture.height > aspect
  const zoom = clamp(crop.zoom, 1, maxZoom)
  const width = (isWide ? picture.height * aspect : picture.width) / zoom
  const height = (isWide ? picture.height : picture.width / aspect) / zoom
  return {
    width,
    height,
    x: clamp(crop.x * picture.width - width / 2, 0, picture.width - width),
    y: clamp(crop.y * picture.height - height / 2, 0, picture.height - height),
  }
}

/** The crop after its area has been moved by shares of itself and zoomed; it stays inside the picture. */
export function moveCrop(
  picture: PictureSize,
  aspect: number,
  crop: Crop,
  by: { x?: number; y?: number; zoom?: number },
): Crop {
  const zoom = clamp(by.zoom ?? crop.zoom, 1, maxZoom)
  const { x, y, width, height } = areaOf(picture, aspect, crop)
  const middle = {
    x: (x + width / 2 + (by.x ?? 0) * width) / picture.width,
    y: (y + height / 2 + (by.y ?? 0) * height) / picture.height,
  }
  const area = areaOf(picture, aspect, { ...middle, zoom })
  return { zoom, x: (area.x + area.width / 2) / picture.width, y: (area.y + area.height / 2) / picture.height }
}

/** Size of what is kept, px: never larger than it is in the picture. */
export function outputSize(area: PictureArea, maxWidth: number): PictureSize {
  const scale = Math.min(1, maxWidth / area.width)
  return { width: Math.max(1, Math.round(area.width * scale)), height: Math.max(1, Math.round(area.height * scale)) }
}
