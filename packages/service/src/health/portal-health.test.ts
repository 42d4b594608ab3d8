import { mkdirSync, mkdtempSync, rmSync, statfsSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createPort } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { openObjectStore } from '@helioport/object-store'
import { startS3Server } from '@helioport/object-store/testing'
import { healthCauses, type HealthCause, type PartHealth } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { openMqttDoor } from '../ingest/mqtt-door.ts'
import { openDatabase } from '../database/open-database.ts'
import { startBroker } from '../main/start-broker.ts'
import { readEnvironment } from '../main/settings.ts'
import { openCourier } from '../message/courier.ts'
import { queueMail, queueSms } from '../message/outbox.ts'
import { testSettings } from '../testing/mailbox.ts'
import { ownCertificate } from '../testing/server/own-certificate.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { databaseCause, checkDatabase, checkDisk, checkSending, checkWork } from './database-parts.ts'
import { checkBackups, checkBroker, checkCertificates, checkFiles, checkReleases } from './outer-parts.ts'
import { portalHealth } from './portal-health.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'helioport-health-'))
const seen = new Set<HealthCause>()
let database: TestDatabase
let service: Service

beforeAll(async () => {
  database = await startTestDatabase()
  service = { db: database.db, now: Date.now, settings: { ...testSettings }, courier: openCourier(noServers, folder) }
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const noServers = { smtpUrl: undefined, mailFrom: undefined, smsUrl: undefined }
/** The service with other settings, or at another time. */
const withSettings = (settings: Partial<Service['settings']>, now = Date.now()): Service => ({
  ...service,
  now: () => now,
  settings: { ...testSettings, ...settings },
})
const causesOf = (parts: PartHealth | PartHealth[]) => {
  const causes = [parts].flat().map(({ cause }) => cause)
  for (const cause of causes) seen.add(cause)
  return causes
}

test('database: reply time, clock and replica; an unreachable database is reported, too', async () => {
  const [answer, , clock] = causesOf(await checkDatabase(service))
  expect(['database.fine', 'database.slow']).toContain(answer)
  expect(clock).toBe('clock.fine')
  for (const [ms, waiting, cause] of [
    [2, 0, 'database.fine'],
    [2, 3, 'database.waiting'],
    [251, 0, 'database.slow'],
  ] as const) {
    // prettier-ignore
    seen.add(cause)
    expect(databaseCause(ms, waiting)).toBe(cause)
  }
  expect(causesOf(await checkDatabase(withSettings({}, Date.now() + 3_000)))[2]).toBe('clock.off')
  for (const [lagMs, cause] of [
    [12, 'replica.follows'],
    [null, 'replica.behind'],
  ] as const) {
    const replica = { lagMs: () => lagMs } as unknown as NonNullable<Service['db']['replica']>
    expect(causesOf(await checkDatabase({ ...service, db: { ...database.db, replica } }))[1]).toBe(cause)
  }
  expect(causesOf(await checkDatabase(service))[1]).toBe('replica.none')

  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', 500)
  const rows = causesOf(await portalHealth({ ...service, db: away, settings: { ...testSettings } }))
  expect(rows).toContain('database.slow')
  await away.close()
})

test('disk: free space compared with the space to keep free', async () => {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const lookWith = (keepFreeBytes: number) => checkDisk(withSettings({ storage: { folder, keepFreeBytes } }))
  expect(causesOf(await lookWith(1))).toEqual(['disk.fine'])
  expect(causesOf(await lookWith(free / 2))).toEqual(['disk.low'])
  expect(causesOf(await lookWith(free * 2))).toEqual(['disk.full'])
  expect(causesOf(await checkDisk(service))).toEqual(['disk.elsewhere'])
})

test('queues and jobs: by the time of the longest overdue item', async () => {
  const at = Date.now()
  const to = { id: null, email: 'ada@example.org', userName: 'ada', locale: 'en-US' as const }
  await service.db.transaction((tx) => queueMail(withSettings({}, at), tx, 'passwordCode', to, { code: '123456' }))
  const causesAt = async (ms: number) => causesOf(await checkWork(withSettings({}, at + ms)))[0]
  expect(await causesAt(minuteMs)).toBe('queues.fine')
  expect(await causesAt(10 * minuteMs)).toBe('queues.late')
  expect(await causesAt(120 * minuteMs)).toBe('queues.stuck')

  await database.db.pool.query(`insert into job (name, due_at) values ('a test', $1)`, [new Date(at)])
  expect(causesOf(await checkWork(withSettings({}, at + minuteMs)))[1]).toBe('jobs.fine')
  expect(causesOf(await checkWork(withSettings({}, at + 3 * minuteMs)))[1]).toBe('jobs.late')
})

test('mail and SMS: fine, failing, or without a server', async () => {
  expect(causesOf(await checkSending(service))).toEqual(['mail.kept', 'sms.kept'])
  const servers = { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'portal@example.org', smsUrl: 'http://127.0.0.1:9' }
  const sending = { ...service, courier: openCourier(servers, folder) }
  expect(causesOf(await checkSending(sending))).toEqual(['mail.fine', 'sms.fine'])
  await service.db.transaction((tx) =>
    queueSms(service, tx, { accountId: null as never, phone: '+4912345678', locale: 'en-US' }, '123456'),
  )
  await database.db.pool.query('update message set failed_at = now()')
  expect(causesOf(await checkSending(sending))).toEqual(['mail.failing', 'sms.failing'])
})

test('own broker: listening, port taken, or none', async () => {
  expect(causesOf(checkBroker(service))).toEqual(['mqtt.none'])
  const taken = createPort()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  for (const [port, cause] of [
    [0, 'mqtt.fine'],
    [(taken.address() as AddressInfo).port, 'mqtt.closed'],
  ] as const) {
    // prettier-ignore
    const own = withSettings({ mqttWanted: true })
    const broker = await startBroker(own, readEnvironment({ MQTT_PORT: String(port) }), () => {})
    expect(causesOf(checkBroker(own))).toEqual([cause])
    await broker?.close()
  }
  taken.close()
})

test('external broker: linked or away, whatever the state of the own broker', async () => {
  const elsewhere = await Aedes.createBroker()
  const server = createPort(elsewhere.handle).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const far = withSettings({})
  const door = openMqttDoor(far, `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {})
  expect(causesOf(checkBroker(far))).toEqual(['mqtt.away'])
  const becomes = async (cause: HealthCause) => {
    while (checkBroker(far).cause !== cause) await new Promise(setImmediate)
    return causesOf(checkBroker(far))
  }
  expect(await becomes('mqtt.linked')).toEqual(['mqtt.linked'])
  server.close()
  await new Promise<void>((done) => elsewhere.close(() => done()))
  expect(await becomes('mqtt.away')).toEqual(['mqtt.away'])
  await door.close()
  const own = { mqttWanted: true, mqtt: { host: 'portal.example', port: 1883, isTls: false } }
  for (const [isThere, cause] of [
    [false, 'mqtt.away'],
    [true, 'mqtt.fine'],
  ] as const)
    expect(causesOf(checkBroker(withSettings({ ...own, farBroker: { isThere } })))).toEqual([cause])
})

test('files: in the database, in a bucket that answers or is away, or in one that is not configured', async () => {
  const disk: PartHealth = { part: 'disk', state: 'good', cause: 'disk.fine', figures: { freeBytes: 9 } }
  expect(await checkFiles(service, disk)).toEqual(disk)
  const { rows } = await database.ownerDb.pool.query<{ id: string }>(
    `insert into account (user_name, email, password_hash, role, state_name, nickname, created_at)
     values ('painter', 'painter@example.org', '', 'owner', '', '', now()) returning id`,
  )
  await database.ownerDb.pool.query(
    `insert into picture (account_id, type, width, height, object_key, created_at)
     values ($1, 'image/png', 1, 1, 'pictures/a', now()), ($1, 'image/png', 1, 1, 'pictures/b', now())`,
    [rows[0]?.id],
  )
  await database.ownerDb.pool.query("delete from picture where object_key = 'pictures/b'")
  expect(causesOf(await checkFiles(service, disk))).toEqual(['disk.bucketUnnamed'])
  const server = await startS3Server()
  const access = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
  const inBucket = { ...service, files: openObjectStore({ url: server.strictUrl, ...access }) }
  expect(await checkFiles(inBucket, disk)).toEqual({ ...disk, figures: { freeBytes: 9, dueFiles: 1, bucketAway: 0 } })
  await server.stop()
  expect(causesOf(await checkFiles(inBucket, disk))).toEqual(['disk.bucketAway'])
  const full: PartHealth = { ...disk, state: 'bad', cause: 'disk.full' }
  expect((await checkFiles(inBucket, full)).cause).toBe('disk.full')
})

test("releases: fine, ended or unknown, by the index at the portal's address", async () => {
  const payload = JSON.stringify({ serial: 7, notAfter: new Date(Date.now() + dayMs).toISOString() })
  const server: Server = createServer((_request, reply) => void reply.end(JSON.stringify({ payload })))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(causesOf(await checkReleases(withSettings({ baseUrl })))).toEqual(['releases.fine'])
  expect(causesOf(await checkReleases(withSettings({ baseUrl }, Date.now() + 2 * dayMs)))).toEqual(['releases.ended'])
  server.closeAllConnections()
  server.close()
  expect(causesOf(await checkReleases(withSettings({ baseUrl: 'http://127.0.0.1:1' })))).toEqual(['releases.unknown'])
})

test('backups: age of the newest complete one and result of the last rehearsal', async () => {
  const backups = join(folder, 'backups')
  const at = Date.now()
  const look = async (now = at) => causesOf(await checkBackups(withSettings({ backups }, now)))[0]
  expect(causesOf(await checkBackups(service))).toEqual(['backups.unknown'])
  expect(await look()).toBe('backups.none')
  const manifest = join(backups, 'helioport-2026-06-10T020000.000Z', 'manifest.json')
  mkdirSync(join(manifest, '..'), { recursive: true })
  expect(await look()).toBe('backups.none')
  writeFileSync(manifest, '{}')
  const rehearsed = (daysAgo: number, isGood: boolean) =>
    writeFileSync(join(backups, 'rehearsal.json'), JSON.stringify({ at: new Date(at - daysAgo * dayMs), isGood }))
  expect(await look()).toBe('backups.unproved')
  rehearsed(9, true)
  expect(await look()).toBe('backups.unproved')
  rehearsed(1, true)
  expect(await look()).toBe('backups.fine')
  rehearsed(0, false)
  expect(await look()).toBe('backups.broken')
  utimesSync(manifest, new Date(at - 2 * dayMs), new Date(at - 2 * dayMs))
  expect(await look()).toBe('backups.old')
})

test('certificates: by the days left', async () => {
  const at = Date.now()
  const file = join(folder, 'certificate.pem')
  for (const [age, left, cause] of [
    [30, 60, 'certificates.fine'],
    [76, 14, 'certificates.soon'],
    [87, 3, 'certificates.bad'],
    // Certificates for half a day, as of a private authority: a proxy renews them when a third is left.
    [0.25, 0.25, 'certificates.fine'],
    [0.4, 0.1, 'certificates.soon'],
    [0.48, 0.02, 'certificates.bad'],
    [3, 3, 'certificates.fine'],
  ] as const) {
    const term = { from: at - age * dayMs, to: at + left * dayMs }
    writeFileSync(file, ownCertificate(['broker.example'], at, term).cert)
    const settings = { baseUrl: 'http://127.0.0.1:1', mqttCertificate: file }
    expect([age, left, causesOf(await checkCertificates(withSettings(settings, at)))]).toEqual([age, left, [cause]])
  }
  // Nothing answers there.
  expect(causesOf(await checkCertificates(withSettings({ baseUrl: 'https://127.0.0.1:1' })))).toEqual(['certificates.bad']) // prettier-ignore
  expect(causesOf(await checkCertificates(withSettings({ baseUrl: 'http://127.0.0.1:1' })))).toEqual([
    'certificates.none',
  ])
})

test('every health cause was caused by these tests', () => {
  expect(healthCauses.filter((cause) => !seen.has(cause))).toEqual([])
})
