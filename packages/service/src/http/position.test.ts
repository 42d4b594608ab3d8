import { addFleet } from '../testing/fleet/fleet.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { type Person, proved } from '../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const [count, size] = [40, 5]
let neighbour: Person
let guest: Person

beforeAll(async () => {
  neighbour = await portal.signIn('neighbour')
  guest = await portal.signIn('guest')
  for (const person of [owner, neighbour]) await addFleet(portal, person, { stations: count, devicesEach: 1 })
  // No job recomputes the rows that this test moves.
  await portal.ownerDb.pool.query("update station_figure set changes_at = 'infinity'")
})

async function ask(person: Person, page: number, query: Record<string, string> = {}) {
  const asked = { page: String(page), pageSize: String(size), ...query }
  const { status, response, data } = await person.call('GET /stations', { query: asked })
  return { status, names: data.map(({ name }) => name), ...response.json<{ position: string }>() }
}

const named = (from: number, step = 1) => Array.from({ length: size }, (_, nth) => `Station ${from + step * nth}`)
const [sort, order] = ['powerW', 'asc']
const later = { near: '', sort, order }

test('a position is opaque; adjacent pages are read from it even if rows before it are gone', async () => {
  const { position } = await ask(owner, 4)
  expect(Buffer.from(position, 'base64url').toString('latin1')).not.toContain('station')
  const move = (to: number, sortNumber: number) =>
    portal.db.pool.query('update station_figure set sort_number = $3 where account_id = $1 and name_key like $2', [
      owner.accountId,
      `%${String(sortNumber).padStart(12, '0')}`,
      to,
    ])
  await move(1000, 2)
  expect((await ask(owner, 5, { near: position })).names).toEqual(named(21))
  expect((await ask(owner, 5)).names).toEqual(named(22))
  expect((await ask(owner, 3, { near: position })).names).toEqual(named(11))
  await move(2, 2)
})

test('a position of another account or order, or a broken one, is ignored', async () => {
  const fifth = await ask(owner, 5, { sort, order })
  const { position } = await ask(owner, 4, { sort, order })
  const ofOthers = (await ask(neighbour, 2, { sort, order })).position
  const ofAnother = (await ask(owner, 2)).position
  const broken = `${position.slice(0, 40)}${position[40] === 'A' ? 'B' : 'A'}${position.slice(41)}`
  for (const near of [
    ofOthers,
    ofAnother,
    broken,
    'x',
    '',
    `${position}AAAA`,
    Buffer.alloc(900).toString('base64url'),
  ]) {
    const { status, names } = await ask(owner, 5, { ...later, near })
    expect([near, status, names]).toEqual([near, 200, fifth.names])
  }
  const stations = (await ask(owner, 5, { ...later, near: position })).names
  expect(stations).toEqual(fifth.names)
  expect((await ask(owner, 5, { near: 'x'.repeat(2001) }).catch(() => ({ status: 400 }))).status).toBe(400)
})

test('a position is counted anew after 5 minutes, even if pages were read from it meanwhile', async () => {
  const begin = portal.clock.now
  let { position } = await ask(owner, 4)
  await portal.db.pool.query(
    `update station_figure set sort_number = sort_number + 1000 where account_id = $1 and sort_number <= ${size}`,
    [owner.accountId],
  )
  for (const minutes of [2, 4]) {
    portal.clock.now = begin + minutes * 60_000
    const page = await ask(owner, 4, { near: position })
    expect(page.names).toEqual(named(16))
    position = page.position
  }
  portal.clock.now = begin + 6 * 60_000
  expect((await ask(owner, 4, { near: position })).names).toEqual(named(21))
  portal.clock.now = begin
  await portal.db.pool.query(
    'update station_figure set sort_number = sort_number - 1000 where account_id = $1 and sort_number > 1000',
    [owner.accountId],
  )
})

test("a guest's pages list own and shared stations, each once, and no other", async () => {
  const { rows } = await portal.db.pool.query<{ id: string }>(
    'select id from station where account_id = $1 and sort_number % 2 = 1',
    [owner.accountId],
  )
  const body = { stationIds: rows.map(({ id }) => id), userName: 'guest', rights: ['view' as const], endsOn: null }
  await proved(portal, owner).call('POST /station-shares', { body })
  const { data: offers } = await guest.call('GET /incoming-shares', { query: { pageSize: '100' } })
  for (const { id } of offers)
    await guest.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId: id } })
  await addFleet(portal, guest, { stations: 6, devicesEach: 1 })
  for (const query of [{}, { sort: 'incomeToday' }, { sort: 'openAlarms', order: 'asc' }, { attention: 'true' }]) {
    const seen: string[] = []
    let page = 1
    let { near, total } = { near: undefined as string | undefined, total: 1 }
    for (; seen.length < total && page <= 20; page += 1) {
      const asked = { ...query, page: String(page), pageSize: '4', ...(near !== undefined && { near }) }
      const reply = await guest.call('GET /stations', { query: asked })
      near = reply.response.json<{ position?: string }>().position
      total = reply.total ?? 0
      seen.push(...reply.data.map(({ id }) => id))
    }
    expect(total).toBe('attention' in query ? total : 6 + count / 2)
    expect([query, new Set(seen).size, seen.length]).toEqual([query, total, total])
  }
})
