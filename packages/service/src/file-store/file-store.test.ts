import { type ObjectStore, openObjectStore } from '@helioport/object-store'
import { startS3Server } from '@helioport/object-store/testing'
import { accountDeletionDays } from '@helioport/contract'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Service } from '../base/service.ts'
import { backupLock } from '../database/dump/pictures.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { runExportTasks } from '../export/task.ts'
import { buildApp } from '../main/app.ts'
import { composeMail } from '../message/compose.ts'
import { letterOf } from '../message/letter.ts'
import { deleteAccounts } from '../own-data/deletion.ts'
import { writeCopies } from '../own-data/write-copies.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { frame, type Person, proved } from '../testing/test-portal.ts'
import { claimFile, putFile, removeDueFiles } from './file-store.ts'

const hourMs = 3_600_000
const { portal, owner, plant } = sharedPlant('2026-06-10T12:00:00Z')
let server: Awaited<ReturnType<typeof startS3Server>>
let files: ObjectStore
/** Another instance of the service, with connections and a client of the bucket of its own. */
let second: { app: FastifyInstance; db: Database }

/** A client without a memory of failures. */
const openFiles = () =>
  openObjectStore({ url: server.strictUrl, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' })

beforeAll(async () => {
  server = await startS3Server()
  files = openFiles()
  portal.service.files = openFiles()
  const db = openDatabase(portal.databaseUrl)
  const service: Service = { ...portal.service, db, files: openFiles() }
  second = { app: await buildApp(service), db }
  const from = Date.parse('2026-06-10T04:00:00Z')
  const frames = Array.from({ length: 90 }, (_, nth) => frame(plant.devices[0]?.serial ?? '', from + nth * 300_000, { powerW: nth })) // prettier-ignore
  await plant.logger.send({ devices: frames })
})
afterAll(async () => {
  await second?.app.close()
  await second?.db.close()
  await server?.stop()
})
afterEach(() => {
  portal.service.files = openFiles()
})

const rowsOf = async (text: string) => (await portal.db.pool.query<Record<string, unknown>>(text)).rows
const keys = async () => (await files.list('')).toSorted()
const dueKeys = () => rowsOf('select key from object_due')

let shades = 0
/** A PNG that differs from all others. */
function picture(): Promise<Buffer> {
  shades += 1
  return sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shades, g: 99, b: 234 } } })
    .png()
    .toBuffer()
}

async function put(place: string, person: Person = owner) {
  const reply = await portal.app.inject({
    method: 'PUT',
    url: `/api/web/v1${place}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: person.cookie, 'content-type': 'image/png' },
    payload: await picture(),
  })
  return { status: reply.statusCode, ...reply.json<{ data?: { id: string }; errorCode?: string }>() }
}

const stationPicture = () => `/stations/${plant.stationId}/picture`

const get = (path: string, app = portal.app, cookie = owner.cookie) =>
  app.inject({ url: `/api/web/v1${path}`, headers: { cookie } })

const order = { kind: 'device-day', format: 'csv', locale: 'en-US', from: '2026-05-10', to: '2026-06-10' } as const

async function exported(service = portal.service) {
  const { data } = await owner.call('POST /export-tasks', { body: { ...order, deviceId: plant.devices[0]?.id ?? '' } })
  await runExportTasks(service)
  const tasks = await owner.call('GET /export-tasks')
  const task = tasks.data.find(({ id }) => id === data.id)
  return { id: data.id, state: task?.state, errorCode: task?.errorCode, path: `/export-tasks/${data.id}/file` }
}

test('a picture lies in the bucket alone, and each instance serves it to those who may see it', async () => {
  const stranger = await portal.signIn('stranger')
  const { data } = await put(stationPicture())
  expect(await rowsOf('select bytes from picture')).toEqual([{ bytes: null }])
  expect([await keys(), await dueKeys()]).toEqual([[expect.stringMatching(/^pictures\/[0-9a-f-]{36}$/)], []])
  const path = `/pictures/${data?.id}`
  const [here, there] = [await get(path), await get(path, second.app)]
  expect([here.statusCode, here.headers['content-type'], there.statusCode]).toEqual([200, 'image/png', 200])
  expect((await sharp(here.rawPayload).metadata()).width).toBe(8)
  expect(here.rawPayload.equals(there.rawPayload)).toBe(true)
  expect((await get(path, second.app, stranger.cookie)).statusCode).toBe(404)
  const [key = ''] = await keys()
  const { headers } = await fetch(`${server.url}/${key}`)
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/png', 'private'])
})

test('replaced and cleared pictures, and those of a deleted account, leave no object', async () => {
  const leaver = proved(portal, await portal.signIn('leaver'))
  for (const place of ['/account/avatar', '/account/logo']) expect((await put(place, leaver)).status).toBe(200)
  await put(stationPicture())
  await put(stationPicture())
  await removeDueFiles(portal.service)
  expect([(await keys()).length, await dueKeys()]).toEqual([3, []])
  await leaver.call('POST /account/deletion', { body: { userName: 'leaver' } })
  const before = portal.clock.now
  portal.clock.now += accountDeletionDays * 24 * hourMs
  await deleteAccounts(portal.service)
  portal.clock.now = before
  await owner.call('DELETE /stations/:stationId/picture', { params: { stationId: plant.stationId } })
  expect((await keys()).length).toBe(3)
  await removeDueFiles(portal.service)
  expect([await keys(), await dueKeys(), await rowsOf('select 1 from picture')]).toEqual([[], [], []])
})

test('a queued export is the same file in the bucket as in the database, fetched from each instance', async () => {
  const { files: _, ...without } = portal.service
  const inDatabase = await get((await exported(without)).path)
  const done = await exported()
  const key = expect.stringMatching(/^exports\/[0-9a-f-]{36}$/)
  expect([done.state, await keys(), await dueKeys()]).toEqual(['done', [key], []])
  expect(await rowsOf(`select 1 from export_chunk where task_id = '${done.id}'`)).toEqual([])
  for (const app of [portal.app, second.app]) {
    const { body, headers } = await get(done.path, app)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.length).toBeGreaterThan(256 * 1024)
    expect(body).toBe(inDatabase.body)
  }
  const { path } = done
  expect((await get(path, second.app, (await portal.signIn('other')).cookie)).statusCode).toBe(404)
})

test('removed and expired exports leave no object', async () => {
  const removed = await exported()
  await owner.call('DELETE /export-tasks/:exportTaskId', { params: { exportTaskId: removed.id } })
  expect((await keys()).length).toBe(2)
  await removeDueFiles(portal.service)
  expect((await keys()).length).toBe(1)
  const before = portal.clock.now
  portal.clock.now += 8 * 24 * hourMs
  await runExportTasks(portal.service)
  await removeDueFiles(portal.service)
  portal.clock.now = before
  expect([await keys(), await dueKeys()]).toEqual([[], []])
})

test('a share that is revoked while the file is written leaves no object', async () => {
  const guest = await portal.signIn('guest')
  await portal.db.pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     values ($1, $2, 'guest', '{view}', now(), now())`,
    [plant.stationId, guest.accountId],
  )
  const { data } = await guest.call('POST /export-tasks', {
    body: { ...order, from: '2025-06-11', deviceId: plant.devices[0]?.id ?? '' },
  })
  const find = async () => (await guest.call('GET /export-tasks')).data.find(({ id }) => id === data.id)
  const written = runExportTasks(portal.service)
  while (((await find())?.bytes ?? 1) === 0) await new Promise(setImmediate)
  await portal.db.pool.query('delete from station_share where account_id = $1', [guest.accountId])
  await written
  expect(await find()).toMatchObject({ state: 'stopped', errorCode: 'notFound' })
  expect(await keys()).toEqual([])
})

test('while the bucket is away, uploads and exports are refused with a code, and all else goes on', async () => {
  const { data: before } = await put('/account/logo')
  const kept = await exported()
  await put(stationPicture())
  const values = { userName: 'owner', portalUrl: 'https://portal.example/', until: '', dataUrl: '' }
  const mail = composeMail('accountCopyReady', 'en-US', values)
  const stored = () => rowsOf('select id, object_key from picture order by id')
  const [pictures, objects] = [await stored(), await keys()]
  const back = await server.away()
  try {
    const refused = await put('/account/logo')
    expect([refused.status, refused.errorCode]).toEqual([503, 'service.unavailable'])
    expect((await owner.call('GET /account/profile')).data.logoId).toBe(before?.id)
    expect(await stored()).toEqual(pictures)
    for (const path of [`/pictures/${before?.id}`, kept.path]) {
      const reply = await get(path, second.app)
      expect([reply.statusCode, reply.json<{ errorCode: string }>().errorCode]).toEqual([503, 'service.unavailable'])
      expect(reply.headers['retry-after']).toBe('30')
    }
    expect(await exported()).toMatchObject({ state: 'failed', errorCode: 'service.unavailable' })
    // Mails go without the logo; a copy of the account's data waits.
    expect((await letterOf(portal.service, owner.accountId, mail)).pictures).toEqual([])
    await proved(portal, owner).call('POST /account/copy')
    for (let nth = 0; nth < 7; nth += 1) await writeCopies(portal.service)
    expect(await rowsOf('select state, tries from account_copy')).toEqual([{ state: 'queued', tries: 0 }])
    // Removal waits, too.
    await owner.call('DELETE /stations/:stationId/picture', { params: { stationId: plant.stationId } })
    await expect(removeDueFiles(portal.service)).rejects.toThrow('cannot be reached')
  } finally {
    await back()
  }
  expect(await keys()).toEqual(objects)
  portal.service.files = openFiles()
  expect((await letterOf(portal.service, owner.accountId, mail)).pictures).toHaveLength(1)
  expect((await get(`/pictures/${before?.id}`)).statusCode).toBe(200)
  await removeDueFiles(portal.service)
  expect((await keys()).length).toBe(objects.length - 1)
  await writeCopies(portal.service)
  expect(await rowsOf('select state from account_copy')).toEqual([{ state: 'done' }])
  const names = await rowsOf("select name from account_copy_part where name like 'pictures/%'")
  expect(names).toEqual([{ name: `pictures/${before?.id}.png` }])
})

async function* oneByte() {
  yield Buffer.from('a')
}

test('an object that its writer did not live to name is removed after an hour, and can no longer be named', async () => {
  await removeDueFiles(portal.service)
  const before = await keys()
  portal.clock.now += 2 * hourMs
  await removeDueFiles(portal.service)
  const named = await keys()
  const left = await putFile(portal.service, 'pictures', oneByte(), 'image/png')
  await removeDueFiles(portal.service)
  expect(await keys()).toEqual([...named, left].toSorted())
  portal.clock.now += hourMs
  await removeDueFiles(portal.service)
  expect([await keys(), await dueKeys()]).toEqual([named, []])
  await expect(portal.service.db.transaction((tx) => claimFile(tx, left))).rejects.toThrow('not named in time')
  portal.clock.now -= 3 * hourMs
  expect(before).toEqual(expect.arrayContaining(named))
})

test('no object is removed while a backup reads them', async () => {
  await removeDueFiles(portal.service)
  await put(stationPicture())
  await owner.call('DELETE /stations/:stationId/picture', { params: { stationId: plant.stationId } })
  const before = await keys()
  const backup = await portal.ownerDb.pool.connect()
  await backup.query('select pg_advisory_lock_shared($1)', [backupLock])
  await removeDueFiles(portal.service)
  expect(await keys()).toEqual(before)
  await backup.query('select pg_advisory_unlock_shared($1)', [backupLock])
  backup.release()
  await removeDueFiles(portal.service)
  expect((await keys()).length).toBe(before.length - 1)
})

test('files of before stay readable when the bucket is switched on; those in it have a code when it is off', async () => {
  const { files: bucket, ...without } = portal.service
  delete portal.service.files
  const { data: inDatabase } = await put(stationPicture())
  const early = await exported(without)
  if (bucket) portal.service.files = bucket
  const { data: inBucket } = await put('/account/avatar')
  const late = await exported()
  for (const path of [`/pictures/${inDatabase?.id}`, `/pictures/${inBucket?.id}`, early.path, late.path])
    expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  delete portal.service.files
  for (const path of [`/pictures/${inDatabase?.id}`, early.path]) expect((await get(path)).statusCode).toBe(200)
  for (const path of [`/pictures/${inBucket?.id}`, late.path])
    expect((await get(path)).json<{ errorCode: string }>().errorCode).toBe('service.unavailable')
  // What is deleted meanwhile is removed once the bucket is on again.
  await owner.call('DELETE /account/avatar')
  await removeDueFiles(portal.service)
  expect((await dueKeys()).length).toBe(1)
  portal.service.files = openFiles()
  const before = await keys()
  await removeDueFiles(portal.service)
  expect([(await keys()).length, await dueKeys()]).toEqual([before.length - 1, []])
})
