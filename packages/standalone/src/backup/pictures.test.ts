import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectStore } from '@helioport/object-store'
import { startS3Server } from '@helioport/object-store/testing'
import { openSource } from '@helioport/service/database'
import sharp from 'sharp'
import { helioport, type ServedPortal, signInAt, startServed } from '../testing/served-portal.ts'
import { backupsIn, findBackup } from './manifest.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-pictures-'))
const [data, backups] = [join(folder, 'data'), join(folder, 'backups')]
const access = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
let server: Awaited<ReturnType<typeof startS3Server>>
let portal: ServedPortal | undefined

/** The store's own address: a command that is waited for blocks this process, and so the proxy in it. */
const envOf = (url: string) => ({ FILES_S3_URL: url, FILES_S3_KEY: 'S3RVER', FILES_S3_SECRET: 'S3RVER', FILES_S3_REGION: 'us-east-1' }) // prettier-ignore

beforeAll(async () => {
  // The embedded database may run as another user.
  await chmod(folder, 0o755)
  server = await startS3Server()
})
afterAll(async () => {
  await portal?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface PictureRow {
  bytes: Buffer | null
  object_key: string | null
}

/** Pictures, and the number of objects to be removed, of a data folder whose portal is stopped. */
async function storedIn(of: string) {
  const opened = await openSource({ dataFolder: join(of, 'service'), databaseUrl: undefined }, () => {})
  try {
    const { rows: pictures } = await opened.db.pool.query<PictureRow>('select bytes, object_key from picture')
    const { rows: due } = await opened.db.pool.query('select key from object_due')
    return { pictures, due: due.length }
  } finally {
    await opened.close()
  }
}

async function setAvatar({ url }: ServedPortal, cookie: string): Promise<void> {
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0F69EA' } })
    .png()
    .toBuffer()
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'image/png', cookie }
  const reply = await fetch(`${url}/api/web/v1/account/avatar`, { method: 'PUT', headers, body: new Uint8Array(body) })
  expect(reply.status).toBe(200)
}

test('a backup holds the pictures of the bucket; a restore puts them into a bucket, or without one into the database', async () => {
  const env = envOf(server.url)
  portal = await startServed(data, [], env)
  const person = await signInAt(portal, 'ada')
  await setAvatar(portal, person.cookie())
  const files = openObjectStore({ url: server.url, ...access })
  const [key = '', ...others] = await files.list('pictures/')
  expect([key, others]).toEqual([expect.stringMatching(/^pictures\//), []])
  const bytes = await files.get(key)

  // Without the bucket the backup would lack the picture.
  const refused = helioport(['backup', '--data', data, '--to', backups])
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringMatching(/1 pictures lie in a bucket, and FILES_S3_URL names none\n +next: FILES_S3_URL/)]) // prettier-ignore
  const away = helioport(['backup', '--data', data, '--to', backups], envOf('http://127.0.0.1:1/bucket'))
  expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('cannot be reached')])
  expect(backupsIn(backups)).toEqual([])
  expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])
  expect(helioport(['backup', '--data', data, '--to', backups], env)).toMatchObject({ status: 0, stderr: '' })
  expect(Object.keys(findBackup(backups).manifest.files)).toContain('pictures.jsonl.gz')
  await portal.stop()
  portal = undefined

  const args = ['restore', '--from', backups]
  const check = helioport([...args, '--check'], env)
  expect([check.status, check.stdout]).toEqual([0, expect.stringContaining('✓ pictures of the bucket: 1')])
  expect(await files.list('')).toEqual([key])

  const second = `${server.url}-second`
  const inBucket = join(folder, 'in-bucket')
  expect(helioport([...args, '--data', inBucket], envOf(second))).toMatchObject({ status: 0, stderr: '' })
  expect((await storedIn(inBucket)).pictures).toEqual([{ bytes: null, object_key: key }])
  expect(await openObjectStore({ url: second, ...access }).get(key)).toEqual(bytes)

  const inDatabase = join(folder, 'in-database')
  expect(helioport([...args, '--data', inDatabase])).toMatchObject({ status: 0, stderr: '' })
  expect(await storedIn(inDatabase)).toEqual({ pictures: [{ bytes, object_key: null }], due: 0 })
})

test('a picture that the bucket has lost is named by the backup, and its row goes at the restore', async () => {
  const env = envOf(server.url)
  const files = openObjectStore({ url: server.url, ...access })
  const [key = ''] = await files.list('pictures/')
  await files.remove([key])
  const done = helioport(['backup', '--data', data, '--to', backups], env)
  expect([done.status, done.stderr]).toEqual([0, `! the bucket of FILES_S3_URL has no ${key}: the picture is lost\n`])
  const without = join(folder, 'without')
  expect(helioport(['restore', '--from', backups, '--data', without])).toMatchObject({ status: 0, stderr: '' })
  expect((await storedIn(without)).pictures).toEqual([])
})
