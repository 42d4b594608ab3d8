import { sharedPlant } from '../testing/shared-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T12:00:00Z')
let params: { deviceId: string }

beforeAll(async () => {
  params = { deviceId: plant.devices[0]?.id ?? '' }
})

const modules = { modulesPerString: 19, stringsPerTracker: null }

async function aType(model: string) {
  const { data } = await owner.call('GET /module-types', { query: { pageSize: '100' } })
  const found = data.find((type) => type.model === model)
  if (!found) throw new Error(`no ${model}`)
  return found
}

test('the modules of a device can be set, changed and deleted; every listed type is accepted', async () => {
  const read = async () => (await owner.call('GET /devices/:deviceId/modules', { params })).data
  expect(await read()).toBeNull()
  const { data: types } = await owner.call('GET /module-types', { query: { pageSize: '100' } })
  for (const type of types) {
    const body = { ...type, ...modules }
    expect((await owner.call('PUT /devices/:deviceId/modules', { params, body })).data).toEqual(body)
    expect(await read()).toEqual(body)
  }
  await owner.call('DELETE /devices/:deviceId/modules', { params })
  expect(await read()).toBeNull()
})

test('implausible module data are refused with their field', async () => {
  const type = await aType('LR4-72HPH-450M')
  const refused = async (change: object) => {
    const body = { ...type, ...modules, ...change }
    const { errorCode, response } = await owner.call('PUT /devices/:deviceId/modules', { params, body })
    const { issues } = response.json<{ issues: { path: string; message: string }[] }>()
    return [errorCode, issues.map(({ path, message }) => `${path} ${message}`)]
  }
  expect(await refused({ impA: 12 })).toEqual(['modules.implausible', ['/impA impNotBelowIsc']])
  expect(await refused({ vmpV: 50 })).toEqual([
    'modules.implausible',
    ['/vmpV vmpNotBelowVoc', '/vmpV fillFactorImplausible'],
  ])
  expect(await refused({ gammaPercent: -0.001 })).toEqual(['modules.implausible', ['/gammaPercent gammaImplausible']])
  expect(await refused({ cells: 0 })).toEqual(['request.invalid', expect.anything()])
})

test('a guest with the right to view reads the modules but cannot change them; a stranger gets notFound', async () => {
  const friend = await portal.signIn('friend')
  await portal.db.pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     values ($1, $2, 'friend', '{view}', now(), now())`,
    [plant.stationId, friend.accountId],
  )
  const body = { ...(await aType('LR4-72HPH-450M')), ...modules }
  await owner.call('PUT /devices/:deviceId/modules', { params, body })
  expect((await friend.call('GET /devices/:deviceId/modules', { params })).data).toEqual(body)
  expect((await friend.call('PUT /devices/:deviceId/modules', { params, body })).errorCode).toBe('access.denied')
  const stranger = await portal.signIn('stranger')
  expect((await stranger.call('GET /devices/:deviceId/modules', { params })).errorCode).toBe('notFound')
})
