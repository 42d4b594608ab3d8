import {
  addTestPlant,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

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

/** An account whose person has proved to read the mail of `<name>@example.org`. */
async function withAddress(name: string): Promise<Person> {
  const person = await portal.signIn(name)
  expect((await portal.db.pool.query('select from email where account_id = $1', [person.accountId])).rowCount).toBe(1)
  return person
}

const openFor = async (person: Person) => (await person.call('GET /incoming-shares')).data.map(({ state }) => state)
const accept = (person: Person, incomingShareId: string) =>
  person.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId } })

test('an address without an account is offered a share by mail, and who proves it later takes it up', async () => {
  const { data, status } = await offer('Bert@Example.org')
  expect(status).toBe(200)
  expect(data).toMatchObject({
    userName: 'Bert@Example.org',
    state: 'pending',
    offeredUntil: '2026-07-10T10:00:00.000Z',
  })
  const { rows } = await portal.db.pool.query<{ recipient: string; account_id: string | null; subject: string }>(
    "select recipient, account_id, subject from message where kind = 'shareOffer'",
  )
  expect(rows).toEqual([
    { recipient: 'Bert@Example.org', account_id: null, subject: expect.not.stringMatching(/Plant/) },
  ])

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

test('an offer is withdrawn like any share, and one that nobody took up in 30 days is over', async () => {
  const erik = await withAddress('erik')
  const { data: withdrawn } = await offer('erik@example.org')
  const params = { stationId: plant.stationId, shareId: withdrawn.id }
  await owner.call('DELETE /stations/:stationId/shares/:shareId', { params })
  expect(await openFor(erik)).toEqual([])

  const { data: late } = await offer('erik@example.org')
  expect(await openFor(erik)).toEqual(['pending'])
  portal.clock.now += 30 * 86_400_000
  const again = await portal.signIn('erik')
  expect(await openFor(again)).toEqual([])
  expect((await accept(again, late.id)).errorCode).toBe('notFound')
})

test('nobody takes up an offer of an own plant, and an address is not mailed without end', async () => {
  const person = proved(portal, await portal.signIn('ada'))
  owner = person
  await offer('ada@example.org')
  expect(await openFor(person)).toEqual([])
  const codes = []
  for (let nth = 0; nth < 7; nth += 1) codes.push((await offer('flooded@example.org')).errorCode)
  expect(codes.at(-1)).toBe('request.tooMany')
})
