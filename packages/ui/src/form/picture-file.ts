/** First bytes of the two formats that are taken; a name or a declared type proves nothing. */
const heads: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

export type PictureObjection = 'wrongType' | 'tooLarge'

/** What is wrong with a chosen file; undefined: it may be taken. */
export async function objectionTo(file: Blob, maxBytes: number): Promise<PictureObjection | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (!heads.some((head) => head.every((byte, at) => bytes[at] === byte))) return 'wrongType'
  return file.size < maxBytes ? undefined : 'tooLarge'
}

export interface View {
  /** 1: the picture just covers (or, where it may stand within, fits) the frame. */
  zoom: number
  /** Middle of what is shown, as a share of the picture. */
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/** Where the picture lies in the frame, in px of the frame; where it covers the frame, no edge of it comes in. */
export function placeIn(frame: Size, picture: Size, view: View, within: boolean) {
  const fit = [frame.width / picture.width, frame.height / picture.height] as const
  const scale = (within ? Math.min(...fit) : Math.max(...fit)) * view.zoom
  const width = picture.width * scale
  const height = picture.height * scale
  const held = (room: number, size: number, middle: number) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, room / 2 - middle * size))
  return { x: held(frame.width, width, view.x), y: held(frame.height, height, view.y), width, height }
}

/** The view after the picture was dragged by so many px of the frame. */
export function draggedBy(frame: Size, picture: Size, view: View, within: boolean, dx: number, dy: number): View {
  const { x, y, width, height } = placeIn(frame, picture, view, within)
  const share = (room: number, at: number, size: number) => Math.min(1, Math.max(0, (room / 2 - at) / size))
  return { ...view, x: share(frame.width, x + dx, width), y: share(frame.height, y + dy, height) }
}
