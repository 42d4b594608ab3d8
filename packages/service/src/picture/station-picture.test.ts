import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)
let stranger: Person
let plant: TestPlant

beforeAll(async () => {
  stranger = await portal.signIn('stranger')
  plant = await addTestPlant(portal, owner)
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0F69EA' }, limitInputPixels: false })

function put(payload: Buffer, type = 'image/jpeg', place = 'picture') {
  return portal.app.inject({
    method: 'PUT',
    url: `/api/web/v1/stations/${plant.stationId}/${place}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: owner.cookie, 'content-type': type },
    payload,
  })
}

function get(pictureId: string, cookie = owner.cookie) {
  return portal.app.inject({ url: `/api/web/v1/pictures/${pictureId}`, headers: { cookie } })
}

const count = async () => Number((await portal.db.pool.query('select count(*) from picture')).rows[0].count)

test('a picture is re-encoded without EXIF location, camera and appended data', async () => {
  const withExif = await plain(2400, 1200)
    .withExif({
      IFD0: { Make: 'planted camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([withExif, Buffer.from('<script>planted()</script>PK\u0003\u0004')])
  const reply = await put(polyglot)
  const { data } = reply.json<{ data: { id: string; width: number; height: number } }>()
  // The camera's rotation is applied, and the picture is scaled down to 1600.
  expect([reply.statusCode, data.width, data.height]).toEqual([200, 800, 1600])

  const file = await get(data.id)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(file.headers['content-security-policy']).toContain('sandbox')
  expect(file.rawPayload.includes('planted')).toBe(false)
  const stored = await sharp(file.rawPayload).metadata()
  expect([stored.format, stored.exif, stored.orientation]).toEqual(['jpeg', undefined, undefined])
  expect(
    (await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })).data.pictureId,
  ).toBe(data.id)
  expect((await get(data.id, stranger.cookie)).statusCode).toBe(404)
})

test('a new picture replaces the old one; a deleted picture is gone', async () => {
  const { data } = (await put(await plain(10, 10).png().toBuffer(), 'image/png', 'logo')).json()
  const { data: next } = (await put(await plain(20, 10).png().toBuffer(), 'image/png', 'logo')).json()
  expect((await get(data.id)).statusCode).toBe(404)
  expect((await get(next.id)).headers['content-type']).toBe('image/png')
  await owner.call('DELETE /stations/:stationId/logo', { params: { stationId: plant.stationId } })
  expect((await get(next.id)).statusCode).toBe(404)
  expect((await owner.call('GET /stations')).data[0]?.logoId).toBe(null)
})

/** A PNG of `side` x `side` bits that unpacks to zeros. */
function hugePng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * 1000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')

test.each<[string, () => Promise<Buffer>, string, number, string]>([
  ['an SVG that says it is a PNG', async () => svg, 'image/png', 400, 'picture.invalid'],
  ['an SVG as what it is', async () => svg, 'image/svg+xml', 415, 'request.unsupportedType'],
  ['HTML', async () => Buffer.from('<!doctype html><script>1</script>'), 'image/jpeg', 400, 'picture.invalid'],
  ['a GIF', () => plain(9, 9).gif().toBuffer(), 'image/png', 400, 'picture.invalid'],
  ['a WebP', () => plain(9, 9).webp().toBuffer(), 'image/jpeg', 400, 'picture.invalid'],
  [
    'a PNG signature before a GIF',
    async () => Buffer.concat([hugePng(8).subarray(0, 8), await plain(9, 9).gif().toBuffer()]),
    'image/png',
    400,
    'picture.invalid',
  ],
  [
    'half a JPG',
    async () => {
      const whole = await sharp({
        create: { width: 200, height: 200, channels: 3, background: 'red', noise: { type: 'gaussian', sigma: 99 } },
      })
        .jpeg()
        .toBuffer()
      return whole.subarray(0, whole.length >> 1)
    },
    'image/jpeg',
    400,
    'picture.invalid',
  ],
  ['50,000 pixels a side', async () => hugePng(50_000), 'image/png', 400, 'picture.tooManyPixels'],
  ['nothing', async () => Buffer.alloc(0), 'image/png', 400, 'picture.invalid'],
  [
    '2 MB',
    async () => Buffer.concat([await plain(9, 9).png().toBuffer(), Buffer.alloc(2 * 1024 * 1024)]),
    'image/png',
    413,
    'request.tooLarge',
  ],
])('%s is refused and nothing is stored', async (_name, make, type, status, errorCode) => {
  const before = await count()
  const reply = await put(await make(), type)
  expect([reply.statusCode, reply.json<{ errorCode: string }>().errorCode]).toEqual([status, errorCode])
  expect(await count()).toBe(before)
})
