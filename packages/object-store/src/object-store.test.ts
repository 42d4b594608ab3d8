import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ObjectStore, objectStoreFrom, openObjectStore } from './object-store.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { startS3Server } from './testing/s3-server.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
let objects: ObjectStore
let strict: ObjectStore

beforeAll(async () => {
  server = await startS3Server()
  objects = server.open()
  strict = openObjectStore({ url: server.strictUrl, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }) // prettier-ignore
})
afterAll(() => server.stop())

const about = { type: 'text/csv', cache: 'private' }
const mb = 2 ** 20

/** Pieces of a length that no part is a multiple of. */
async function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 99_999) yield bytes.subarray(at, at + 99_999)
}

test('the bucket refuses a wrong secret', async () => {
  await expect(server.open('wrong').list('')).rejects.toThrow('403 SignatureDoesNotMatch')
})

test('uploads and downloads a file larger than one part unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'object-file-'))
  const [file, back] = [join(folder, 'file'), join(folder, 'back')]
  const bytes = Buffer.alloc(64 * mb + 5, 'sunlight')
  writeFileSync(file, bytes)
  await objects.upload('of/a backup', file)
  await objects.download('of/a backup', back)
  expect(readFileSync(back).equals(bytes)).toBe(true)
  await expect(objects.download('of/another', join(folder, 'none'))).rejects.toThrow('there is no of/another in')
  await expect(server.open('wrong').upload('of/a backup', file)).rejects.toThrow('403 SignatureDoesNotMatch')
  await objects.remove(['of/a backup'])
  rmSync(folder, { recursive: true })
})

test.each([0, 5, 8 * mb - 1, 8 * mb, 8 * mb + 1, 20 * mb])(
  'a stream of %i bytes is written whole, with its type, and never over another object',
  async (length) => {
    const bytes = Buffer.alloc(length, 'of the sun ')
    await strict.write('exports/a', piecesOf(bytes), about)
    const stream = await strict.read('exports/a')
    expect(stream && (await buffer(stream)).equals(bytes)).toBe(true)
    const { headers } = await fetch(`${server.url}/exports/a`)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/csv', 'private'])
    await expect(strict.write('exports/a', piecesOf(Buffer.alloc(length)), about)).rejects.toThrow('412')
    expect((await strict.get('exports/a'))?.equals(bytes)).toBe(true)
    await strict.remove(['exports/a'])
    expect(await strict.read('exports/a')).toBeUndefined()
  },
)

test.each([1, 20])('a stream that breaks after %i MB leaves no object', async (length) => {
  async function* broken() {
    yield Buffer.alloc(length * mb)
    throw new Error('the rows ended early')
  }
  await expect(strict.write('exports/b', broken(), about)).rejects.toThrow('the rows ended early')
  expect(await strict.list('exports/')).toEqual([])
})

test('a store that is away is named in the error, and used again once it is back', async () => {
  await strict.put('kept', Buffer.from('sun'), about)
  const back = await server.away()
  await expect(strict.read('kept')).rejects.toThrow(/the object store http.* cannot be reached: /)
  await back()
  const again = openObjectStore({ url: server.strictUrl, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }) // prettier-ignore
  const stream = await again.read('kept')
  expect(stream && (await buffer(stream)).toString()).toBe('sun')
})

test('a store that breaks off within an object is named in the error', async () => {
  const broken = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '1000', etag: '"one"' })
    response.write('half', () => response.destroy())
  })
  await new Promise<void>((listening) => broken.listen(0, '127.0.0.1', listening))
  const { port } = broken.address() as AddressInfo
  const options = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'auto' }
  const store = openObjectStore({ url: `http://127.0.0.1:${port}/bucket`, ...options })
  await expect(store.look('a')).rejects.toThrow(ObjectStoreError)
  await expect(store.get('a')).rejects.toThrow(`the object store http://127.0.0.1:${port}/bucket/ broke off`)
  broken.close()
})

test('reads the bucket from the environment, and requires its key', () => {
  expect(objectStoreFrom('RELEASE', {})).toBeUndefined()
  expect(() => objectStoreFrom('RELEASE', { RELEASE_S3_URL: 'https://s3.example/a' })).toThrow('RELEASE_S3_KEY')
  const env = { RELEASE_S3_URL: server.url, RELEASE_S3_KEY: 'k', RELEASE_S3_SECRET: 's' }
  expect(objectStoreFrom('RELEASE', env)?.name).toBe(`${server.url}/`)
})
