import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { accountDeletionDays } from '@helioport/contract'
import { verifyAudit } from '../audit/chain.ts'
import { queueMail } from '../message/outbox.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { addTestPlant, frame, type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { deleteAccounts } from './deletion.ts'
import { copiedFiles, notCopied } from './queries/copied.ts'
import { writeCopies } from './write-copies.ts'

const dayMs = 24 * 3_600_000
let portal: TestPortal
let victim: Person
let neighbour: Person
/** Ids and names that identify the victim. */
let traces: string[]
let numbers: { device_no: number[]; logger_no: number[] }

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  victim = proved(portal, await portal.signIn('victim'))
  neighbour = proved(portal, await portal.signIn('neighbour'))
  const ids = await makeOwnThings(portal, victim)
  const theirs = await addTestPlant(portal, neighbour)
  await meet(ids.stationId, theirs)
  await portal.ownerDb.pool.query(
    `update account set phone = '+49 30 777', phone_bound_at = now(), nickname = 'Violet', address = 'Elm Street 7'
     where id = $1`,
    [victim.accountId],
  )
  traces = [victim.accountId, 'victim', 'Violet', '+49 30 777', 'Elm Street 7', ids.subAccountId, ids.stationId]
  const { rows } = await portal.ownerDb.pool.query(
    `select array(select no from device where account_id = $1) as device_no,
       array(select no from logger where account_id = $1) as logger_no,
       array(select email::text from email where account_id = $1) as emails`,
    [victim.accountId],
  )
  traces.push(...rows[0].emails)
  numbers = rows[0]
})
afterAll(() => portal?.stop())

/** Both accounts share a station with each other, and the victim leaves traces at the neighbour's station. */
async function meet(stationId: string, theirs: Awaited<ReturnType<typeof addTestPlant>>): Promise<void> {
  for (const [giver, taker, name, id] of [
    [victim, neighbour, 'neighbour', stationId],
    [neighbour, victim, 'victim', theirs.stationId],
  ] as const) {
    const body = { userName: name, rights: ['view', 'alarms', 'logs', 'control'] as const, endsOn: null }
    await giver.call('POST /stations/:stationId/shares', {
      params: { stationId: id },
      body: { ...body, rights: [...body.rights] },
    })
    const { data } = await taker.call('GET /incoming-shares')
    for (const { id: incomingShareId } of data)
      await taker.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId } })
  }
  const serial = theirs.devices[0]?.serial ?? ''
  for (const at of [portal.clock.now - 300_000, portal.clock.now])
    await theirs.logger.send({ devices: [frame(serial, at, { errorWord: 1, powerW: 5000 })] })
  const { data: alarms } = await victim.call('GET /alarms', { query: { stationId: theirs.stationId } })
  const params = { alarmId: alarms[0]?.id ?? '' }
  expect((await victim.call('POST /alarms/:alarmId/comments', { params, body: { text: 'Seen' } })).status).toBe(200)
  await portal.ownerDb.pool.query(
    `insert into tariff_correction (station_id, user_name, at) values ($1, 'victim', now())`,
    [theirs.stationId],
  )
  // Shares by name and by address that no account has taken up, and a mail from before the registration.
  await portal.ownerDb.pool.query(
    `insert into station_share (station_id, name, rights, created_at) values ($1, 'Victim@example.org', '{view}', now())`,
    [theirs.stationId],
  )
  const to = { id: null, email: 'victim@example.org', userName: '', locale: 'en-US' } as const
  await portal.db.transaction((tx) => queueMail(portal.service, tx, 'registrationCode', to, { code: '123456' }))
  await deliverAll(portal.service)
}

/** Files of a ZIP by name, each verified against its checksum. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(zip.length - 6)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26)
    const bytes = inflateRawSync(zip.subarray(from, from + packed))
    expect([name, bytes.length, crc32(bytes)]).toEqual([name, size, crc])
    files.set(name, bytes.toString('utf8'))
    at += 46 + nameLength + zip.readUInt16LE(at + 30)
  }
  expect(zip.readUInt16LE(zip.length - 12)).toBe(files.size)
  return files
}

async function fetchFile(person: Person) {
  const { kysely } = portal.db
  const proveAt = (at: Date | null) =>
    kysely.updateTable('session').set({ proved_at: at }).where('account_id', '=', person.accountId).execute()
  await proveAt(new Date(portal.clock.now))
  const response = await portal.app.inject({ url: '/api/web/v1/account/copy/file', headers: { cookie: person.cookie } })
  await proveAt(null)
  return response
}

const databaseTables = async () =>
  (
    await portal.ownerDb.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'kysely%' order by relname`,
    )
  ).rows.map(({ name }) => name)

test('every table is copied or has a reason not to be', async () => {
  const named = new Set([...copiedFiles.map(({ table }) => table), ...Object.keys(notCopied)])
  expect([...named].toSorted()).toEqual(await databaseTables())
})

test('a copy has all data of the account, no secrets, and no data of other accounts', async () => {
  await victim.call('DELETE /account/copy')
  expect((await victim.call('GET /account/copy')).data).toBeNull()
  expect((await victim.call('POST /account/copy/opening')).errorCode).toBe('notFound')
  const { data: asked } = await victim.call('POST /account/copy')
  expect(asked).toMatchObject({ state: 'queued', files: 0, fetchedAt: null })
  // A request while the copy is being written returns the same copy.
  expect((await victim.call('POST /account/copy')).data.id).toBe(asked.id)
  expect((await victim.call('POST /account/copy/opening')).errorCode).toBe('export.notReady')
  await writeCopies(portal.service)
  const { data: done } = await victim.call('GET /account/copy')
  expect(done).toMatchObject({ id: asked.id, state: 'done' })
  expect((await victim.call('POST /account/copy/opening')).data.fetchedAt).toBe('2026-06-10T10:00:00.000Z')
  const response = await fetchFile(victim)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzip(response.rawPayload)
  expect(files.size).toBe(done?.files)
  expect([...files].filter(([, text]) => /^\[\s*\]\s*$/.test(text))).toEqual([])
  await holdAgainstRows(files)
  const all = [...files.values()].join('\n')
  for (const secret of await secrets()) expect(all.includes(secret)).toBe(false)
  // Data of the neighbour that is not shared is not in the copy.
  const { data: others } = await neighbour.call('GET /devices')
  const foreign = others.filter(({ memberId }) => memberId === neighbour.accountId)
  for (const { id } of foreign) expect(all).not.toContain(id)
  expect(files.get('README.txt')).toContain('victim')
  await deliverAll(portal.service)
  const [mail] = portal.mailbox.mails('victim@example.org').filter(({ subject }) => subject === '您的数据副本已备好')
  expect(mail?.text).toContain('https://portal.example/#/setting/data')
})

/** Checks that the copy has as many rows of each table as the database has of the account. */
async function holdAgainstRows(files: ReadonlyMap<string, string>): Promise<void> {
  const count = async (sql: string) =>
    (await portal.ownerDb.pool.query<{ count: number }>(sql, [victim.accountId])).rows[0]?.count
  const inCopy = (name: string) => (JSON.parse(files.get(`${name}.json`) ?? '[]') as unknown[]).length
  for (const [name, table] of [
    ['account/emails', 'email'],
    ['account/sessions', 'session'],
    ['account/passkeys', 'passkey'],
    ['account/api-keys', 'api_key'],
    ['account/webhooks', 'webhook'],
    ['account/written/alarm-comments', 'alarm_comment'],
    ['account/operations', 'operation'],
    ['stations/station', 'station'],
    ['devices/device', 'device'],
    ['loggers/logger', 'logger'],
  ] as const) {
    const rows = Number(await count(`select count(*) from ${table} where account_id = $1`))
    // The requests after the copy was written have added rows to the log.
    expect([name, rows > 0 && inCopy(name) >= rows - (table === 'operation' ? 8 : 0)]).toEqual([name, true])
  }
  expect(JSON.parse(files.get('account/account.json') ?? '')).toEqual([expect.objectContaining({ nickname: 'Violet' })])
  const samples = [...files].filter(([name]) => name.startsWith('samples/devices/'))
  const rows = samples.reduce((sum, [, text]) => sum + text.trimEnd().split('\n').length - 1, 0)
  expect(rows).toBe(
    Number(await count('select count(*) from device_sample join device on no = device_no where account_id = $1')),
  )
  expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(2)
}

/** All secrets of the portal, and their hashes. */
async function secrets(): Promise<string[]> {
  const { rows } = await portal.ownerDb.pool.query<{ secret: string }>(
    `select password_hash as secret from account
     union all select encode(token_hash, 'hex') from session union all select encode(key_hash, 'hex') from api_key
     union all select encode(key_hash, 'hex') from logger_key union all select encode(secret, 'hex') from webhook
     union all select encode(token_hash, 'hex') from mail_link`,
  )
  expect(rows.length).toBeGreaterThan(8)
  return rows.map(({ secret }) => secret)
}

/** The service of a process that dies when it begins a step after `most` steps. */
function killedAfter(kind: 'transaction' | 'repeatedTransaction', most: number): typeof portal.service {
  const { service } = portal
  const begin = service.db[kind]
  let steps = 0
  const step: typeof begin = (work) => {
    steps += 1
    if (steps > most) throw new Error('killed')
    return begin(work)
  }
  return { ...service, db: { ...service.db, [kind]: step } }
}

test('a copy whose writer dies resumes where it stopped', async () => {
  await neighbour.call('POST /account/copy')
  await expect(writeCopies(killedAfter('transaction', 5))).rejects.toThrow('killed')
  const parts = async () =>
    (
      await portal.ownerDb.pool.query(
        'select no, name, crc from account_copy_part join account_copy on id = copy_id where account_id = $1 order by no',
        [neighbour.accountId],
      )
    ).rows
  const before = await parts()
  expect(before.length).toBeGreaterThan(3)
  expect((await neighbour.call('GET /account/copy')).data?.state).toBe('running')
  await writeCopies(portal.service)
  const after = await parts()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(new Set(after.map(({ name }) => name)).size).toBe(after.length)
  expect(unzip((await fetchFile(neighbour)).rawPayload).size).toBe(after.length)
  // After its expiry the file is gone.
  portal.clock.now += 8 * dayMs
  expect((await neighbour.call('GET /account/copy')).data).toBeNull()
  await writeCopies(portal.service)
  expect(await parts()).toEqual([])
  portal.clock.now -= 8 * dayMs
})

test('a copy that cannot be written fails after 5 tries and can be requested again', async () => {
  const { data } = await neighbour.call('POST /account/copy')
  await portal.ownerDb.pool.query('update account_copy set step = -1 where id = $1', [data.id])
  await portal.ownerDb.pool.query(`alter table account_copy_part add constraint broken check (name = '') not valid`)
  for (let tries = 0; tries < 5; tries += 1) await expect(writeCopies(portal.service)).rejects.toThrow('broken')
  await portal.ownerDb.pool.query('alter table account_copy_part drop constraint broken')
  expect((await neighbour.call('GET /account/copy')).data).toMatchObject({ state: 'failed', files: 0 })
  expect((await neighbour.call('POST /account/copy')).data).toMatchObject({ state: 'queued' })
  await neighbour.call('DELETE /account/copy')
  expect((await neighbour.call('GET /account/copy')).data).toBeNull()
})

test('a deletion can be taken back; the owner and accounts with shares get mails about both', async () => {
  expect((await victim.call('POST /account/deletion', { body: { userName: 'neighbour' } })).errorCode).toBe(
    'account.nameMismatch',
  )
  const { data: asked } = await victim.call('POST /account/deletion', { body: { userName: 'VICTIM' } })
  expect(asked).toMatchObject({
    askedAt: '2026-06-10T10:00:00.000Z',
    dueAt: '2026-06-24T10:00:00.000Z',
    subAccounts: 1,
    sharedWith: 1,
  })
  portal.clock.now += dayMs
  expect((await victim.call('POST /account/deletion', { body: { userName: 'victim' } })).data.dueAt).toBe(asked.dueAt)
  await deleteAccounts(portal.service)
  await deliverAll(portal.service)
  const hasMail = (to: string, subject: string) =>
    portal.mailbox.mails(to).some((mail) => mail.subject.includes(subject))
  expect(hasMail('victim@example.org', '您的账户将于')).toBe(true)
  expect(hasMail('neighbour@example.org', '账户 victim 将于')).toBe(true)
  const { data: kept } = await victim.call('DELETE /account/deletion')
  expect(kept).toMatchObject({ askedAt: null, dueAt: null })
  await deliverAll(portal.service)
  expect(hasMail('neighbour@example.org', '账户 victim 予以保留')).toBe(true)
  portal.clock.now += accountDeletionDays * dayMs
  await deleteAccounts(portal.service)
  expect((await victim.call('GET /session')).status).toBe(200)
})

/** Tables with a row that names the victim in any column, and tables with a row of its devices or loggers. */
async function tracesLeft(): Promise<string[]> {
  const found: string[] = []
  for (const table of await databaseTables()) {
    const { rows } = await portal.ownerDb.pool.query<{ row: string }>(`select t::text as row from ${table} t`)
    const named = rows.filter(({ row }) => traces.some((trace) => row.toLowerCase().includes(trace.toLowerCase())))
    if (named.length > 0) found.push(table)
    for (const [column, nos] of Object.entries(numbers)) {
      const { rows: has } = await portal.ownerDb.pool.query(
        `select from pg_attribute where attrelid = '${table}'::regclass and attname = $1`,
        [column],
      )
      if (has.length === 0) continue
      const left = await portal.ownerDb.pool.query(`select from ${table} where ${column} = any($1::integer[])`, [nos])
      if (left.rowCount !== 0) found.push(`${table}.${column}`)
    }
  }
  return found
}

const outbox = () =>
  ['mail', 'sms'].flatMap((channel) => {
    const folder = join(portal.mailbox.folder, channel)
    const files = readdirSync(portal.mailbox.folder).includes(channel) ? readdirSync(folder) : []
    return files.map((file) => readFileSync(join(folder, file), 'utf8'))
  })

test('a deleted account leaves nothing but the operation log', async () => {
  expect((await tracesLeft()).length).toBeGreaterThan(25)
  await victim.call('POST /account/copy')
  await writeCopies(portal.service)
  const { cookie } = victim
  await victim.call('POST /account/deletion', { body: { userName: 'victim' } })
  portal.clock.now += accountDeletionDays * dayMs
  // After an interruption the deletion continues.
  await expect(deleteAccounts(killedAfter('repeatedTransaction', 3))).rejects.toThrow('killed')
  // The neighbour has the same number: both share a phone, or the victim only typed it.
  const { rows: ofNeighbour } = await portal.ownerDb.pool.query(
    `insert into message (id, account_id, channel, kind, recipient, subject, content, is_sample, created_at, due_at)
     values (gen_random_uuid(), $1, 'sms', 'phoneCode', '+49 30 777', '', '', false, now(), now()) returning id`,
    [neighbour.accountId],
  )
  const response = await portal.app.inject({ url: '/api/web/v1/account', headers: { cookie } })
  expect(response.statusCode).toBe(401)
  const said: { to: string; subject: string }[] = []
  const { forgetMessages } = portal.service.courier
  // A portal with a mail server confirms the deletion by mail.
  const courier = {
    ...portal.service.courier,
    kept: [],
    forgetMessages,
    mail: async (letter: { to: string; subject: string }) => void said.push(letter),
  }
  await deleteAccounts({ ...portal.service, courier })
  const kept = await portal.ownerDb.pool.query('delete from message where id = $1 and failed_at is null', [
    ofNeighbour[0].id,
  ])
  expect(kept.rowCount).toBe(1)
  await deliverAll({ ...portal.service, courier })
  expect(said).toContainEqual(expect.objectContaining({ to: 'victim@example.org', subject: '您的账户已删除' }))
  expect(await tracesLeft()).toEqual(['operation'])
  expect((await verifyAudit(portal.service, null)).faults).toEqual([])
  const files = outbox().filter((text) => traces.some((trace) => text.includes(trace)))
  // The neighbour was told the victim's name in the mail about the deletion.
  expect(files.every((text) => text.includes('To: neighbour@example.org'))).toBe(true)
  // The neighbour's own data is unchanged.
  const { data: stations } = await neighbour.call('GET /stations')
  expect(stations).toHaveLength(1)
  const { data: alarms } = await neighbour.call('GET /alarms')
  const { data: comments } = await neighbour.call('GET /alarms/:alarmId/comments', {
    params: { alarmId: alarms[0]?.id ?? '' },
  })
  expect(comments).toEqual([expect.objectContaining({ text: 'Seen', userName: '', accountId: null })])
})
