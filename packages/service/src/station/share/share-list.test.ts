import { addFleet } from '../../testing/fleet/fleet.ts'
import { sharedPortal } from '../../testing/shared-portal.ts'
import type { Person } from '../../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
let guest: Person
const count = 450

/** Each station is shared with the guest, one a minute; every third share is accepted. */
beforeAll(async () => {
  await addFleet(portal, owner, { stations: count, devicesEach: 1 })
  guest = await portal.signIn('guest')
  await portal.ownerDb.pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     select id, $2, 'guest', '{view}', timestamptz '2026-06-10T09:00:00Z' - sort_number * interval '1 minute',
       case when sort_number % 3 = 0 then timestamptz '2026-06-10T09:30:00Z' end
     from station where account_id = $1`,
    [owner.accountId, guest.accountId],
  )
})

async function walk(person: Person, name: 'GET /outgoing-shares' | 'GET /incoming-shares') {
  const shares = []
  for (let page = 1; page <= 3; page += 1) {
    const { data, total } = await person.call(name, { query: { page: String(page), pageSize: '200' } })
    expect(total).toBe(count)
    shares.push(...data)
  }
  expect(new Set(shares.map(({ id }) => id)).size).toBe(count)
  return shares
}

test('the shares that an account has given are listed in pages, newest first', async () => {
  const given = (await walk(owner, 'GET /outgoing-shares')).map(({ createdAt }) => createdAt)
  expect(given).toEqual(given.toSorted().toReversed())
  expect((await guest.call('GET /outgoing-shares')).total).toBe(0)
})

test('the shares that an account has got are listed in pages: open invitations first, each newest first', async () => {
  const got = await walk(guest, 'GET /incoming-shares')
  expect(got.map(({ state }) => state)).toEqual([...Array(300).fill('pending'), ...Array(150).fill('accepted')])
  for (const state of ['pending', 'accepted'] as const) {
    const times = got.flatMap((share) => (share.state === state ? [share.createdAt] : []))
    expect(times).toEqual(times.toSorted().toReversed())
  }
})
