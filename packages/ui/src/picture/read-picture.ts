/** Why a file is refused. */
export type PictureFault = 'type' | 'size' | 'pixels' | 'broken'

export interface ReadPicture {
  image: HTMLImageElement
  type: 'image/jpeg' | 'image/png'
}

/** The service refuses larger pictures. */
const maxPixels = 50_000_000

const kinds = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const

/** JPG or PNG by the first bytes, whatever the file name says. */
export async function typeOf(file: Blob): Promise<ReadPicture['type'] | undefined> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  return kinds.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))?.type
}

/** The picture of a file under `maxBytes`, or the reason for its refusal. */
export async function readPicture(file: Blob, maxBytes: number): Promise<ReadPicture | PictureFault> {
  const type = await typeOf(file)
  if (type === undefined) return 'type'
  if (file.size >= maxBytes) return 'size'
  const image = new Image()
  image.src = URL.createObjectURL(file)
  const loaded = await new Promise<boolean>((done) => {
    image.addEventListener('load', () => done(true), { once: true })
    image.addEventListener('error', () => done(false), { once: true })
  })
  const pixels = image.naturalWidth * image.naturalHeight
  if (loaded && pixels > 0 && pixels <= maxPixels) return { image, type }
  URL.revokeObjectURL(image.src)
  return pixels > maxPixels ? 'pixels' : 'broken'
}
