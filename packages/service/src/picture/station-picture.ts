import { maxImageBytes, type Picture } from '@helioport/contract'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Transaction } from '../database/session.ts'
import { deletePicture, findPicture, insertPicture, type NewPicture, replaceStationPicture } from './queries/picture.ts'
import { bytesOf, claimFile, putFile } from '../file-store/file-store.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'

/** Guards against decompression bombs: 2 MB of PNG can unpack to gigabytes. */
const maxPixels = 50_000_000
/** Longer sides are scaled down to this; no page shows more. */
const maxSide = 1600

const magic = [
  { format: 'jpeg', bytes: [0xff, 0xd8, 0xff] },
  { format: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const

type CleanPicture = Pick<NewPicture, 'type' | 'width' | 'height'> & { bytes: Buffer }

/** One picture at a time per process: each may take 200 MB while it is unpacked. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Re-encodes a JPG or PNG from its pixels: removes EXIF, text, colour profiles and appended data, and applies the
 * camera's rotation.
 * @throws Problem request.tooLarge, picture.invalid, picture.tooManyPixels
 */
async function cleanPicture(upload: Buffer): Promise<CleanPicture> {
  if (upload.length >= maxImageBytes) throw new Problem('request.tooLarge')
  const kind = magic.find(({ bytes }) => bytes.every((byte, at) => upload[at] === byte))
  if (!kind) throw new Problem('picture.invalid')
  const made = queue.then(() => makeAnew(upload, kind.format))
  queue = made.catch(() => {})
  const { data, info } = await made
  return { type: `image/${kind.format}`, width: info.width, height: info.height, bytes: data }
}

async function makeAnew(upload: Buffer, format: 'jpeg' | 'png') {
  const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
  const header = await sharp(upload, { ...options, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new Problem('picture.invalid', { cause })
    })
  if (header.format !== format) throw new Problem('picture.invalid')
  if (header.width * header.height > maxPixels) throw new Problem('picture.tooManyPixels')
  const picture = sharp(upload, options)
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const encoded = format === 'jpeg' ? picture.jpeg({ quality: 85 }) : picture.png({ compressionLevel: 9 })
  try {
    return await encoded.toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw new Problem('picture.invalid', { cause })
  }
}

/**
 * The file of a picture that the account may see.
 * @throws Problem notFound; ObjectStoreError
 */
export async function getPicture(service: Service, accountId: string, pictureId: string) {
  const picture = await findPicture(service.db.read, accountId, service.now(), pictureId)
  const body = picture && (await bytesOf(service, picture))
  if (!body) throw new Problem('notFound')
  return { type: picture.type, body }
}

/**
 * Stores a picture in the bucket, or else in the database, and uses it in the same transaction.
 * @throws Problem as cleanPicture; ObjectStoreError
 */
export async function addPicture(
  service: Service,
  accountId: string,
  upload: Buffer,
  use: (tx: Transaction, pictureId: string) => Promise<void>,
): Promise<Picture> {
  const { bytes, ...about } = await cleanPicture(upload)
  const objectKey = service.files ? await putFile(service, 'pictures', Readable.from([bytes]), about.type) : null
  const place = objectKey === null ? { bytes, objectKey } : { bytes: null, objectKey }
  return service.db.transaction(async (tx) => {
    const picture = await insertPicture(tx, { ...about, place, accountId, now: service.now() })
    await use(tx, picture.id)
    if (objectKey !== null) await claimFile(tx, objectKey)
    return picture
  })
}

/** @throws as addPicture */
export async function setStationPicture(
  service: Service,
  accountId: string,
  stationId: string,
  place: 'picture' | 'logo',
  upload: Buffer,
): Promise<Picture> {
  return addPicture(service, accountId, upload, (tx, pictureId) => replace(tx, stationId, place, pictureId))
}

export async function clearStationPicture(
  service: Service,
  stationId: string,
  place: 'picture' | 'logo',
): Promise<void> {
  await service.db.transaction((tx) => replace(tx, stationId, place, null))
}

async function replace(tx: Transaction, stationId: string, place: 'picture' | 'logo', pictureId: string | null) {
  const former = await replaceStationPicture(tx, stationId, `${place}_id`, pictureId)
  if (former !== null) await deletePicture(tx, former)
}
