import { createHash } from 'node:crypto'
import type { Bulletin, BulletinInput } from '@helioport/contract'
import { maxFileBytes } from '@helioport/contract'
import { type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let other: Person
let operator: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
  other = await portal.signIn('other')
  operator = proved(portal, await portal.signIn('operator', 'operator'))
})
afterAll(() => portal?.stop())

const manual: BulletinInput = { kind: 'download', locale: 'en-US', title: 'Manual', body: '', url: '', version: '2.1' }

async function publish(change: Partial<BulletinInput> = {}): Promise<Bulletin> {
  return (await operator.call('POST /bulletins', { body: { ...manual, ...change } })).data
}

/** A raw upload in a session that was just proved. */
async function upload(bulletinId: string, name: string, payload: Buffer, who: Person = operator) {
  await portal.db.kysely
    .updateTable('session')
    .set({ proved_at: new Date(portal.clock.now) })
    .execute()
  const response = await portal.app.inject({
    method: 'PUT',
    url: `/api/web/v1/bulletins/${bulletinId}/file`,
    query: { name },
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: who.cookie, 'content-type': 'application/octet-stream' },
    payload,
  })
  return { status: response.statusCode, ...response.json<{ data: Bulletin; errorCode?: string }>() }
}

const fetchFile = (bulletinId: string, cookie = owner.cookie) =>
  portal.app.inject({ url: `/api/web/v1/bulletins/${bulletinId}/file`, headers: { cookie } })

const list = async (who: Person, query: { search?: string; kind?: 'news' | 'download' } = {}) =>
  (await who.call('GET /bulletins', { query: { kind: 'download', locale: 'en-US', ...query } })).data

const text = Buffer.from('Clean the filters twice a year.\n'.repeat(20_000))

test('a file is downloaded unchanged, as an attachment in a sandbox', async () => {
  const { id } = await publish()
  const { data } = await upload(id, 'PV-60000T handbook.txt', text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = { name: 'PV-60000T handbook.txt', type: 'text/plain; charset=utf-8', bytes: text.length, sha256 }
  expect(data).toMatchObject({ version: '2.1', file })
  expect((await list(owner)).find((each) => each.id === id)).toMatchObject({ file })

  const reply = await fetchFile(id)
  // Longer than one part.
  expect(text.length).toBeGreaterThan(512 * 1024)
  expect(reply.rawPayload.equals(text)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''PV-60000T%20handbook.txt",
    'content-length': String(text.length),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(reply.headers['content-security-policy']).toContain('sandbox')
  expect((await fetchFile(id, '')).statusCode).toBe(401)
})

test('a new file replaces the former one; deleting the bulletin deletes its file', async () => {
  const { id } = await publish()
  await upload(id, 'a.txt', Buffer.from('first'))
  await upload(id, 'b.md', Buffer.from('# second'))
  const second = await fetchFile(id)
  expect([second.body, second.headers['content-disposition']]).toEqual(['# second', expect.stringContaining('b.md')])
  await operator.call('DELETE /bulletins/:bulletinId/file', { params: { bulletinId: id } })
  expect((await fetchFile(id)).statusCode).toBe(404)
  await upload(id, 'a.txt', Buffer.from('third'))
  await operator.call('DELETE /bulletins/:bulletinId', { params: { bulletinId: id } })
  const { rows } = await portal.db.pool.query('select 1 from bulletin_file where bulletin_id = $1', [id])
  expect(rows).toEqual([])
})

test.each<[string, string, Buffer, number, string]>([
  ['a page', 'manual.html', Buffer.from('<script>1</script>'), 400, 'request.invalid'],
  ['a name with a folder', '../manual.txt', text, 400, 'request.invalid'],
  ['a page that says it is a PDF', 'manual.pdf', Buffer.from('<!doctype html>'), 400, 'file.invalid'],
  ['bytes that say they are text', 'manual.txt', Buffer.from([0xff, 0xfe, 0x41]), 400, 'file.invalid'],
  ['nothing', 'manual.txt', Buffer.alloc(0), 400, 'file.invalid'],
  ['20 MB', 'manual.txt', Buffer.alloc(maxFileBytes, 0x61), 413, 'request.tooLarge'],
])('%s is refused and nothing is stored', async (_name, name, payload, status, errorCode) => {
  const { id } = await publish()
  expect(await upload(id, name, payload)).toMatchObject({ status, errorCode })
  expect((await list(owner)).find((each) => each.id === id)).toMatchObject({ file: null })
})

test('only operators upload files; other endpoints refuse large binary bodies', async () => {
  const { id } = await publish()
  expect(await upload(id, 'manual.txt', text, owner)).toMatchObject({ status: 403, errorCode: 'access.denied' })
  const elsewhere = await portal.app.inject({
    method: 'PUT',
    url: '/api/web/v1/account',
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: owner.cookie, 'content-type': 'application/octet-stream' },
    payload: Buffer.alloc(300 * 1024),
  })
  expect(elsewhere.statusCode).toBe(413)
})

test('reading a bulletin marks it for that account alone; repeating it changes nothing', async () => {
  const { id } = await publish({ kind: 'news', title: 'A storm is on its way' })
  const unread = async (who: Person) => (await list(who, { kind: 'news' })).find((each) => each.id === id)?.unread
  expect(await unread(owner)).toBe(true)
  const gone = '00000000-0000-4000-8000-000000000000'
  for (let times = 0; times < 2; times += 1) {
    const reply = await owner.call('POST /bulletin-reads', { body: { bulletinIds: [id, gone] } })
    expect(reply.status).toBe(200)
  }
  expect([await unread(owner), await unread(other)]).toEqual([false, true])
})

test('a search finds title, text, version and file name, literally and not as a pattern', async () => {
  const { id } = await publish({ title: 'Zebra', body: 'Ohm 100%', version: '7.7.7' })
  await upload(id, 'quagga.txt', Buffer.from('x'))
  for (const search of ['zEbRa', '100%', '7.7.7', 'quagga']) {
    expect((await list(owner, { search })).map((each) => each.id)).toEqual([id])
  }
  expect(await list(owner, { search: '1_0%' })).toEqual([])
})
