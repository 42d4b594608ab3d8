import { makeBrowserKeys } from '../testing/browser-keys.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { countWaiting } from '../testing/test-database.ts'
import { type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

const signIn = (account: string, password: string) => portal.anyone('POST /session', { body: { account, password } })
const ask = (account: string) => portal.anyone('POST /password/code', { body: { account } })
const reset = (account: string, code: string, password = 'a new password') =>
  portal.anyone('POST /password', { body: { account, code, password, passwordAgain: password } })

async function codeFor(person: string): Promise<string> {
  expect(await ask(person)).toMatchObject({ status: 200, data: null })
  await deliverAll(portal.service)
  return /\b\d{6}\b/.exec(portal.mailbox.mails(`${person}@example.org`).at(-1)?.text ?? '')?.[0] ?? ''
}

test('a mailed code resets a password once; all sessions end and the owner gets a mail', async () => {
  const ada = await portal.signIn('ada')
  const code = await codeFor('ada')
  expect(await reset('ada', code)).toMatchObject({ status: 200, data: null })
  expect((await ada.call('GET /session')).status).toBe(401)
  expect((await signIn('ada', 'password of ada')).status).toBe(401)
  expect((await signIn('ada', 'a new password')).status).toBe(200)
  expect(await reset('ada', code)).toMatchObject({ errorCode: 'code.wrong' })
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('ada@example.org').at(-1)?.subject).toBe('您的密码已修改')
})

test('a password reset removes all push devices of the account', async () => {
  const devicesOf = async (person: Person) => (await person.call('GET /push-devices')).data
  const addTo = async (person: Person) => {
    const body = makeBrowserKeys(`https://push.example/of-${person.accountId}`).subscription
    expect((await proved(portal, person).call('POST /push-devices', { body })).status).toBe(200)
  }
  const [ivy, jon] = [await portal.signIn('ivy'), await portal.signIn('jon')]
  for (const person of [ivy, jon]) await addTo(person)
  expect((await reset('ivy', await codeFor('ivy'), 'password of ivy')).status).toBe(200)
  expect(await devicesOf(await portal.signIn('ivy'))).toEqual([])
  expect(await devicesOf(jon)).toHaveLength(1)
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('ivy@example.org').at(-1)?.text).toContain('不再向任何浏览器推送告警')
})

test('a code expires after 30 minutes and is stored as a hash', async () => {
  await portal.signIn('bea')
  const code = await codeFor('bea')
  const { rows } = await portal.db.pool.query('select * from one_time_code')
  expect(JSON.stringify(rows)).not.toContain(code)
  const { rows: messages } = await portal.db.pool.query('select * from message')
  expect(JSON.stringify(messages)).not.toContain(code)
  portal.clock.now += 30 * 60_000
  expect(await reset('bea', code)).toMatchObject({ errorCode: 'code.wrong' })
})

test('a sign-in or password change that races with another change fails with the old password', async () => {
  const fay = await portal.signIn('fay')
  const client = await portal.db.pool.connect()
  try {
    // A change of the password that is not committed yet.
    await client.query('begin')
    await client.query(`update account set password_hash = 'another' where id = $1`, [fay.accountId])
    const done: string[] = []
    const attempts = [
      signIn('fay', 'password of fay'),
      fay.call('PUT /account/password', {
        body: { oldPassword: 'password of fay', password: 'of a thief', passwordAgain: 'of a thief' },
      }),
    ].map((attempt, nth) => attempt.finally(() => done.push(`${nth}`)))
    while (done.length === 0 && (await countWaiting(portal.db.pool)) < 2) await new Promise(setImmediate)
    await client.query('commit')
    expect((await Promise.all(attempts)).map(({ errorCode }) => errorCode)).toEqual([
      'session.wrongCredentials',
      'password.wrong',
    ])
  } finally {
    client.release()
  }
})

test('a reset code is invalid after a change of the password or of the primary address', async () => {
  const gil = await portal.signIn('gil')
  const code = await codeFor('gil')
  const body = { oldPassword: 'password of gil', password: 'another password', passwordAgain: 'another password' }
  expect((await gil.call('PUT /account/password', { body })).status).toBe(200)
  expect(await reset('gil', code)).toMatchObject({ errorCode: 'code.wrong' })
  const hal = proved(portal, await portal.signIn('hal'))
  await portal.db.pool.query(
    `insert into email (account_id, email, added_at) values ($1, 'hal@second.example', now())`,
    [hal.accountId],
  )
  const { emails } = (await hal.call('GET /account/security')).data
  const emailOf = (primary: boolean) => ({ emailId: emails.find((each) => each.primary === primary)?.id ?? '' })
  const ofFormer = await codeFor('hal')
  await hal.call('PUT /account/emails/:emailId/primary', { params: emailOf(false) })
  expect(await reset('hal', ofFormer)).toMatchObject({ errorCode: 'code.wrong' })
  const sub = await hal.call('POST /sub-accounts', {
    body: {
      userName: 'hal-sub',
      nickname: 'Sub',
      email: 'sub@example.org',
      password: 'password of sub',
      allStations: false,
      stationIds: [],
      mayControl: false,
    },
  })
  await portal.db.pool.query(
    `insert into push_device (id, account_id, name, endpoint_hash, subscription, created_at)
     values (gen_random_uuid(), $1, '', 'of hal-sub', '', now())`,
    [sub.data.id],
  )
  await ask('hal-sub')
  await deliverAll(portal.service)
  const ofSub = /\b\d{6}\b/.exec(portal.mailbox.mails('sub@example.org').at(-1)?.text ?? '')?.[0] ?? ''
  await hal.call('PUT /sub-accounts/:subAccountId/password', {
    params: { subAccountId: sub.data.id },
    body: { password: 'another password' },
  })
  expect(ofSub).not.toBe('')
  expect(await reset('hal-sub', ofSub)).toMatchObject({ errorCode: 'code.wrong' })
  // Browsers that signed in with the former password show no alarms.
  const shown = await portal.db.pool.query('select from push_device where account_id = $1', [sub.data.id])
  expect(shown.rowCount).toBe(0)
})

test('replies do not show whether an account exists', async () => {
  await portal.signIn('cleo')
  const visible = ({ status, data, errorCode, response }: Awaited<ReturnType<typeof ask>>) => {
    const { date: _date, ...headers } = response.headers
    return { status, data, errorCode, headers }
  }
  expect(visible(await ask('cleo'))).toEqual(visible(await ask('nobody')))
  expect(visible(await reset('cleo', '000000'))).toEqual(visible(await reset('nobody', '000000')))
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('nobody')).toEqual([])
})

describe('a change of the password', () => {
  let dora: Person
  const change = (oldPassword: string, password: string, passwordAgain = password) =>
    dora.call('PUT /account/password', { body: { oldPassword, password, passwordAgain } })

  test('requires the present password and a different new one, repeated identically', async () => {
    dora = await portal.signIn('dora')
    expect(await change('wrong', 'a new password')).toMatchObject({ errorCode: 'password.wrong' })
    expect(await change('password of dora', 'password of dora')).toMatchObject({ errorCode: 'password.same' })
    expect(await change('password of dora', 'a new password', 'another')).toMatchObject({
      errorCode: 'password.mismatch',
    })
  })

  test('ends all other sessions, gives this one a new id, and is reported by mail', async () => {
    const elsewhere = await portal.signIn('dora')
    const { status, response } = await change('password of dora', 'a new password')
    expect(status).toBe(200)
    expect((await elsewhere.call('GET /session')).status).toBe(401)
    expect((await dora.call('GET /session')).status).toBe(401)
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    expect((await portal.anyone('GET /session', { headers: { cookie } })).data).toMatchObject({ userName: 'dora' })
    await deliverAll(portal.service)
    expect(portal.mailbox.mails('dora@example.org').at(-1)?.subject).toBe('您的密码已修改')
  })
})
