import { deliverAll } from '../../testing/mailbox.ts'
import {
  addTestPlant,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../../testing/test-portal.ts'
import { deliverMessages } from '../../message/outbox.ts'
import { mailShares } from './share-mail.ts'

let portal: TestPortal
let owner: Person
let plant: TestPlant

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('ada'))
  plant = await addTestPlant(portal, owner)
})
afterAll(() => portal?.stop())

const offer = (userName: string) =>
  owner.call('POST /stations/:stationId/shares', {
    params: { stationId: plant.stationId },
    body: { userName, rights: ['view'], endsOn: null },
  })

/** An account with the verified mail address `<name>@example.org`. */
async function withAddress(name: string): Promise<Person> {
  const person = await portal.signIn(name)
  expect((await portal.db.pool.query('select from email where account_id = $1', [person.accountId])).rowCount).toBe(1)
  return person
}

/** Mails about shares of one kind, after a run of the job. */
async function told(kind: 'shareOffer' | 'shareInvitation', to?: Person) {
  await mailShares(portal.service)
  const { rows } = await portal.db.pool.query<{ recipient: string; account_id: string | null; subject: string }>(
    'select recipient, account_id, subject from message where kind = $1 order by created_at, id',
    [kind],
  )
  return rows.filter(({ account_id }) => to === undefined || account_id === to.accountId)
}

const withdraw = (shareId: string) =>
  owner.call('DELETE /stations/:stationId/shares/:shareId', { params: { stationId: plant.stationId, shareId } })

const openFor = async (person: Person) => (await person.call('GET /incoming-shares')).data.map(({ state }) => state)
const accept = (person: Person, incomingShareId: string) =>
  person.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId } })

test('an address without an account is offered a share by mail; an account that verifies it later can accept', async () => {
  const { data, status } = await offer('Bert@Example.org')
  expect(status).toBe(200)
  expect(data).toMatchObject({
    userName: 'Bert@Example.org',
    state: 'pending',
    offeredUntil: '2026-07-10T10:00:00.000Z',
  })
  expect(await told('shareOffer')).toEqual([
    { recipient: 'Bert@Example.org', account_id: null, subject: expect.not.stringMatching(/Plant/) },
  ])
  await deliverAll(portal.service)
  // The registration form is filled with the invited address.
  expect(portal.mailbox.mails('Bert@Example.org').at(-1)?.text).toMatch(/login\/register\?email=Bert%40Example.org$/m)

  const stranger = await withAddress('cleo')
  expect(await openFor(stranger)).toEqual([])
  expect((await accept(stranger, data.id)).errorCode).toBe('notFound')

  const bert = await withAddress('bert')
  expect(await openFor(bert)).toEqual(['pending'])
  expect((await bert.call('GET /stations')).total).toBe(0)
  expect((await accept(bert, data.id)).data).toMatchObject({ state: 'accepted' })
  expect((await bert.call('GET /stations')).total).toBe(1)
  const { data: shares } = await owner.call('GET /outgoing-shares')
  expect(shares[0]).toMatchObject({
    userName: 'bert',
    state: 'accepted',
    accountId: bert.accountId,
    offeredUntil: null,
  })
})

test('the reply is the same for an address that has an account', async () => {
  await withAddress('dora')
  const [known, unknown] = [(await offer('dora@example.org')).data, (await offer('nobody@example.org')).data]
  const shape = ({ id: _id, userName: _name, ...rest }: typeof known) => rest
  expect(shape(known)).toEqual(shape(unknown))
})

test('an offer can be withdrawn, and expires after 30 days', async () => {
  const erik = await withAddress('erik')
  const { data: withdrawn } = await offer('erik@example.org')
  await withdraw(withdrawn.id)
  expect(await openFor(erik)).toEqual([])

  const { data: late } = await offer('erik@example.org')
  expect(await openFor(erik)).toEqual(['pending'])
  portal.clock.now += 30 * 86_400_000
  const again = await portal.signIn('erik')
  expect(await openFor(again)).toEqual([])
  expect((await accept(again, late.id)).errorCode).toBe('notFound')
})

test('an owner cannot accept the own offer; offers to one address are rate limited', async () => {
  const person = proved(portal, await portal.signIn('ada'))
  owner = person
  await offer('ada@example.org')
  expect(await openFor(person)).toEqual([])
  const codes = []
  for (let nth = 0; nth < 7; nth += 1) {
    const { errorCode, data: share } = await offer('flooded@example.org')
    codes.push(errorCode)
    if (errorCode) break
    await withdraw(share.id)
  }
  expect(codes.at(-1)).toBe('request.tooMany')
})

test("an invitation by name is mailed once, in the invited account's language, with a link", async () => {
  owner = proved(portal, await portal.signIn('ada'))
  const zoe = await withAddress('zoe')
  await portal.db.pool.query("update account set mail_locale = 'zh-TW' where id = $1", [zoe.accountId])
  expect((await offer('ZOE')).status).toBe(200)
  expect((await offer('nobody.at.all')).status).toBe(200)
  const to = { recipient: 'zoe@example.org', account_id: zoe.accountId }
  expect(await told('shareInvitation', zoe)).toEqual([{ ...to, subject: '有人與您分享光電站' }])
  // Two runs of the job send one mail.
  expect(await told('shareInvitation', zoe)).toHaveLength(1)
  await deliverMessages(portal.service)
  const [mail] = portal.mailbox.mails('zoe@example.org').slice(-1)
  expect(mail?.text).toContain('zoe')
  expect(mail?.text).toContain('ada')
  expect(mail?.text).toContain('https://portal.example/#/account')
  expect(mail?.text).not.toContain('Plant')
})

test("an invitation by address is mailed in the account's language; a withdrawn one is not mailed", async () => {
  owner = proved(portal, await portal.signIn('ada'))
  const yara = await withAddress('yara')
  await portal.db.pool.query("update account set mail_locale = 'pt-BR' where id = $1", [yara.accountId])
  const { data } = await offer('Yara@example.org')
  await withdraw(data.id)
  expect(await told('shareInvitation', yara)).toEqual([])
  await offer('yara@example.org')
  expect(await told('shareInvitation', yara)).toEqual([
    {
      recipient: 'yara@example.org',
      account_id: yara.accountId,
      subject: 'Uma usina solar é compartilhada com você',
    },
  ])
})

test('an invitation to several stations is one mail; repeated invitations are mailed a few times at most', async () => {
  owner = proved(portal, await portal.signIn('ada'))
  const will = await withAddress('will')
  const plants = [plant, await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const stationIds = plants.map(({ stationId }) => stationId)
  const { data: results } = await owner.call('POST /station-shares', {
    body: { stationIds, userName: 'will', rights: [], endsOn: null },
  })
  expect(results.map(({ errorCode }) => errorCode)).toEqual([null, null, null])
  expect(await told('shareInvitation', will)).toHaveLength(1)
  for (let nth = 0; nth < 6; nth += 1) {
    const { data: shares } = await owner.call('GET /outgoing-shares')
    const share = shares.find(({ userName }) => userName === 'will')
    const params = { stationId: share?.stationId ?? '', shareId: share?.id ?? '' }
    await owner.call('DELETE /stations/:stationId/shares/:shareId', { params })
    const body = { userName: 'will', rights: [], endsOn: null }
    const again = await owner.call('POST /stations/:stationId/shares', {
      params: { stationId: params.stationId },
      body,
    })
    expect(again.status).toBe(200)
    await mailShares(portal.service)
  }
  expect(await told('shareInvitation', will)).toHaveLength(3)
})
