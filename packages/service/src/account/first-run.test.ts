import type { FirstAccount } from '@helioport/contract'
import { hashSecret } from '../base/secret.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { createAccount } from './settings.ts'
import { openFirstRun } from './first-run.ts'
import { limits } from './proof/throttle.ts'

let portal: TestPortal
const code = 'ABCD-EFGH-JKLM'
const hash = hashSecret('ABCDEFGHJKLM').toString('hex')

beforeEach(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterEach(() => portal?.stop())

const input = (more: Partial<FirstAccount> = {}): FirstAccount => ({
  code,
  userName: 'ada',
  email: 'ada@plants.example',
  password: 'sunny roof 12',
  passwordAgain: 'sunny roof 12',
  timeZoneOffset: 120,
  locale: 'pt-BR',
  ...more,
})
const make = (more: Partial<FirstAccount> = {}, ip = '10.9.0.1') =>
  portal.anyone('POST /first-run', { body: input(more), ip })
const isOpen = async () => (await portal.anyone('GET /first-run')).data.isOpen

test('without a first-run code no account can be made (firstRun.done)', async () => {
  expect(await isOpen()).toBe(false)
  expect(await make()).toMatchObject({ status: 409, errorCode: 'firstRun.done' })
})

test('the code makes one operator account; afterwards the first run is closed', async () => {
  expect(await openFirstRun(portal.service, hash)).toBe(true)
  expect(await isOpen()).toBe(true)
  expect(await make({ code: 'AAAA-AAAA-AAAA' })).toMatchObject({ status: 400, errorCode: 'code.wrong' })
  expect(await make({ passwordAgain: 'another' })).toMatchObject({ errorCode: 'password.mismatch' })
  expect(await make({ code: ' abcd efgh-jklm' })).toMatchObject({ status: 200, data: { userName: 'ada' } })
  expect(await isOpen()).toBe(false)
  expect(await make({ userName: 'bea' })).toMatchObject({ status: 409, errorCode: 'firstRun.done' })
  const { data, response } = await portal.anyone('POST /session', {
    body: { account: 'ada', password: 'sunny roof 12' },
    ip: '10.9.0.2',
  })
  expect(data).toMatchObject({ userName: 'ada', role: 'operator' })
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  expect((await portal.anyone('GET /account', { headers: { cookie } })).data).toMatchObject({ timeZoneOffset: 120 })
  expect(await openFirstRun(portal.service, hash)).toBe(false)
  expect(await isOpen()).toBe(false)
})

test('a restart replaces the code; the former code is rejected', async () => {
  await openFirstRun(portal.service, hash)
  await openFirstRun(portal.service, hashSecret('MMMMMMMMMMMM').toString('hex'))
  expect((await make()).errorCode).toBe('code.wrong')
  expect((await make({ code: 'MMMM-MMMM-MMMM' })).status).toBe(200)
})

test('of four simultaneous requests with the right code one makes an account', async () => {
  await openFirstRun(portal.service, hash)
  const names = ['ada', 'bea', 'cleo', 'dora']
  const replies = await Promise.all(
    names.map((userName, nth) => make({ userName, email: `${userName}@plants.example` }, `10.9.1.${nth}`)),
  )
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409'])
  const { rows } = await portal.db.pool.query('select 1 from account')
  expect(rows).toHaveLength(1)
})

test('an address is rate limited after too many wrong codes; other addresses are not', async () => {
  await openFirstRun(portal.service, hash)
  for (let nth = 0; nth < limits.firstRun.max; nth += 1)
    expect((await make({ code: `WRNG-WRNG-${nth}` })).errorCode).toBe('code.wrong')
  expect(await make()).toMatchObject({ status: 429, errorCode: 'request.tooMany' })
  expect((await make({}, '10.9.0.3')).status).toBe(200)
})

test('the code is stored as a hash', async () => {
  await openFirstRun(portal.service, hash)
  const { rows } = await portal.db.pool.query<{ row: string }>('select to_jsonb(f)::text as row from first_run f')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toContain('ABCD')
  await expect(openFirstRun(portal.service, 'ABCD')).rejects.toThrow('SHA-256')
})

test('an account made on the command line also ends the first run', async () => {
  await openFirstRun(portal.service, hash)
  const account = { userName: 'cli', email: 'cli@plants.example', role: 'operator', stateName: '', password: 'x-secret' } as const // prettier-ignore
  await createAccount(portal.service, account)
  expect(await make()).toMatchObject({ status: 409, errorCode: 'firstRun.done' })
})
