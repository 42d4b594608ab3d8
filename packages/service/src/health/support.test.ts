import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scrubber, secretsOf } from '../base/scrub.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'helioport-support-'))
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(async () => {
  await portal?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Secrets that must not be in the file, each by the place where it was planted. */
const planted = {
  smtpPassword: 'plum%20pudding',
  smtpPasswordDecoded: 'plum pudding',
  secretKey: 'a key of thirty-two signs or of more than that',
  clientSecret: 'client-side-marmalade',
  databasePassword: 'Zwetschgenmus',
  apiKey: 'hp_Zf3k2mWq9LrT7xYc1VbN0aSdEgHjKpQu',
  cookie: '__Host-helioport_session=wS3Lm1TtYq8Rb5NcVx0ZkPd2HgFjA9eU',
  token: 'Rb5NcVx0ZkPd2HgFjA9eUwS3Lm1TtYq8oIuZtReWqA',
  bearer: 'nothing-but-a-word-of-somebody',
  mail: 'ada.lovelace@example.org',
  address: '203.0.113.9',
  pem: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
}

const env = {
  SMTP_URL: `smtps://portal:${planted.smtpPassword}@mail.example`,
  SECRET_KEY: planted.secretKey,
  OPENID_PROVIDERS: JSON.stringify([{ name: 'a', clientSecret: planted.clientSecret }]),
  DATABASE_URL: `postgres://helioport:${planted.databasePassword}@db1,db2/portal`,
}

const lines = [
  `refused: user portal, ${planted.smtpPasswordDecoded}`,
  `cannot reach smtps://portal:${planted.smtpPassword}@mail.example`,
  `settings ${planted.secretKey} ${planted.clientSecret} ${planted.databasePassword}`,
  `{"authorization":"Bearer ${planted.bearer}","cookie":"${planted.cookie}"}`,
  `GET /activate?token=${planted.token}&locale=en-US`,
  `a key ${planted.apiKey} was used, ${planted.token}`,
  `{"address":"${planted.address}","account":"${planted.mail}"}`,
  `-----BEGIN PRIVATE KEY-----\\n${planted.pem}\\n-----END PRIVATE KEY-----`,
]
const innocent = [
  'trace 4bf92f3577b34da6a3ce929d0e0e4736: job failed: roll-up of 2026-06-09, 1234 rows in 12 ms',
  'GET /api/web/v1/stations/00000000-0000-4000-8000-000000000000 404 at 127.0.0.1:4600',
  'release station 0.1.0-77ab12cd34ef sha256-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
]

test('secrets, network and mail addresses are removed from a log; other lines stay', () => {
  const scrub = scrubber(secretsOf(env))
  const text = scrub(lines.join('\n'))
  expect(Object.entries(planted).filter(([, secret]) => text.includes(secret))).toEqual([])
  expect(text).toContain('203.0.x.x')
  expect(scrub(innocent.join('\n'))).toBe(innocent.join('\n'))
})

test('an operator gets versions, settings, health, sizes and log lines without secrets', async () => {
  writeFileSync(join(folder, 'service.log'), `${[...innocent, ...lines].join('\n')}\n`)
  Object.assign(portal.service.settings, { logs: folder, version: 'v1.0.0', secrets: secretsOf(env) })
  const operator = await portal.signIn('operator', 'operator')
  const { data, response } = await operator.call('GET /operator/support')
  expect(data.versions).toMatchObject({
    portal: 'v1.0.0',
    node: process.version,
    migration: expect.stringMatching(/^\d{4}-/),
  })
  expect(data.health.map(({ part }) => part)).toContain('database')
  expect(data.tables.find(({ name }) => name === 'account')?.bytes).toBeGreaterThan(0)
  expect(data.tables.map(({ name }) => name)).toContain('device_sample')
  expect(data.settings).toContainEqual({ name: 'baseUrl', value: 'https://portal.example' })
  expect(data.logs[0]?.lines.slice(0, 3)).toEqual(innocent)
  const key = portal.service.settings.key.toString('base64')
  for (const secret of [...Object.values(planted), key]) expect(response.body).not.toContain(secret)

  const owner = await portal.signIn('owner')
  expect((await owner.call('GET /operator/support')).errorCode).toBe('access.denied')
})
