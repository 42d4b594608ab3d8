import type { FormRate, StationFields, StationForm } from '@helioport/contract'
import { openDatabase } from '../database/open-database.ts'
import { buildApp } from '../main/app.ts'
import { runJobs } from '../main/run-jobs.ts'
import { addTestPlant, frame, type Person, proved, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')
/** Its devices are free for other stations. */
let spare: TestPlant

beforeAll(async () => {
  spare = await addTestPlant(portal, owner, { devices: 4 })
})
beforeEach(() => free(owner, spare))
async function free(person: Person, plant: TestPlant) {
  for (const { id } of plant.devices) {
    const { data } = await person.call('GET /devices/:deviceId', { params: { deviceId: id } })
    if (data?.stationId) {
      await person.call('DELETE /stations/:stationId/devices/:deviceId', {
        params: { stationId: data.stationId, deviceId: id },
      })
    }
  }
}

let nth = 0
const fields = (more: Partial<StationFields> = {}): StationFields => ({
  name: `Barn ${(nth += 1)}`,
  installedOn: '2026-01-01',
  capacityKwp: 10,
  energyBaseKwh: 0,
  temperatureCoefficient: -0.004,
  description: '',
  latitude: 52.5,
  longitude: 13.4,
  timeZone: 'Europe/Berlin',
  address: '',
  currency: 'EUR',
  sortNumber: 1,
  ...more,
})

const rate = (from: string, value: number, more: Partial<FormRate> = {}): FormRate => ({
  id: null,
  from,
  rate: value,
  bands: [],
  ...more,
})

const form = (more: Partial<StationForm> = {}): StationForm => ({
  key: crypto.randomUUID(),
  station: fields(),
  deviceIds: [],
  rates: [rate('2026-01-01', 0.1)],
  removedRates: [],
  factor: null,
  ...more,
})

const factor = (from: string) => ({ from, kgPerKwh: 0.3, year: 2025, source: 'somebody' })
const bands = [{ days: [1, 2], from: '08:00', to: '20:00', rate: 0.3 }]

const add = (body: StationForm, person = owner) => person.call('POST /stations/form', { body })
const change = (stationId: string, body: StationForm, person = owner) =>
  person.call('PUT /stations/:stationId/form', { params: { stationId }, body })
const idsOf = (plant: TestPlant, ...places: number[]) => places.map((place) => plant.devices[place]?.id ?? '')

/** All data of a station that a form can write, and the logged operations on it. */
async function held(stationId: string) {
  const at = { params: { stationId } }
  const [tariffs, factors, devices, corrections, log] = await Promise.all([
    owner.call('GET /stations/:stationId/tariffs', at),
    owner.call('GET /stations/:stationId/co2-factors', at),
    owner.call('GET /devices', { query: { stationId } }),
    owner.call('GET /stations/:stationId/tariff-corrections', at),
    portal.db.pool.query<{ action: string; error_code: string | null }>(
      'select action, error_code from operation where station_id = $1 order by day, no',
      [stationId],
    ),
  ])
  return {
    rates: tariffs.data.map(({ from, rate: value }) => [from, value]),
    rateIds: tariffs.data.map(({ id }) => id),
    factors: factors.data.filter(({ id }) => id !== null).map(({ from }) => from),
    devices: devices.data.map(({ id }) => id),
    corrections: corrections.data.length,
    log: log.rows.map(({ action, error_code }) => `${action} ${error_code ?? 'done'}`),
  }
}
const stationsNamed = async (name: string) => (await owner.call('GET /stations', { query: { search: name } })).total

test('one call adds a station with its devices, the device of its collector, its rates and its factor', async () => {
  const [device = '', other = ''] = idsOf(spare, 0, 1)
  const station = fields({ collectorSerial: 'COLLECTOR-00001', collectorDeviceId: device })
  const rates = [rate('2026-03-01', 0.2), rate('2026-01-01', 0.1, { bands })]
  const { status, data } = await add(form({ station, rates, deviceIds: [device, other], factor: factor('2026-06-10') }))
  expect(status).toBe(200)
  expect(data).toMatchObject({ name: station.name, price: 0.2, collectorDeviceId: device })
  expect(await held(data.id)).toMatchObject({
    rates: [
      ['2026-03-01', 0.2],
      ['2026-01-01', 0.1],
    ],
    factors: ['2026-06-10'],
    devices: [device, other],
    // Nothing has been earned yet.
    corrections: 0,
    log: ['POST /stations/form done'],
  })
})

test('a form repeated in turn, at once or at another instance is carried out once', async () => {
  const db = openDatabase(portal.databaseUrl)
  const restarted = await buildApp({ ...portal.service, db })
  try {
    const body = form({ deviceIds: idsOf(spare, 0), factor: factor('2026-06-11') })
    const replies = await Promise.all(Array.from({ length: 6 }, () => add(body)))
    const again = await restarted.inject({
      method: 'POST',
      url: '/api/web/v1/stations/form',
      headers: { 'x-requested-with': 'XMLHttpRequest', cookie: owner.cookie },
      // The same form with its fields in another order.
      payload: Object.fromEntries(Object.entries(body).toReversed()),
    })
    const ids = [...replies.map(({ data }) => data.id), again.json<{ data: { id: string } }>().data.id]
    expect(new Set(ids).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await stationsNamed(body.station.name)).toBe(1)
    expect(await held(ids[0] ?? '')).toMatchObject({
      rates: [['2026-01-01', 0.1]],
      factors: ['2026-06-11'],
      devices: idsOf(spare, 0),
      log: ['POST /stations/form done'],
    })
  } finally {
    await restarted.close()
    await db.close()
  }
})

test('a form refused at its last part leaves nothing behind and does not use up its key', async () => {
  const body = form({ deviceIds: idsOf(spare, 0, 1), factor: factor('2020-01-01') })
  expect((await add(body)).errorCode).toBe('co2Factor.past')
  expect(await stationsNamed(body.station.name)).toBe(0)
  const { data: unassigned } = await owner.call('GET /devices/unassigned')
  expect(unassigned.map(({ id }) => id)).toEqual(expect.arrayContaining(idsOf(spare, 0, 1)))
  expect((await add({ ...body, factor: null })).status).toBe(200)
})

test('a key used for another form is refused; keys are per account and expire after 7 days', async () => {
  const body = form()
  const { data } = await add(body)
  expect((await add({ ...body, station: { ...body.station, address: 'elsewhere' } })).errorCode).toBe(
    'request.keyReused',
  )
  expect((await change(data.id, body)).errorCode).toBe('request.keyReused')
  const neighbour = await portal.signIn('neighbour')
  const theirs = await add(body, neighbour)
  expect(theirs.status).toBe(200)
  expect(theirs.data.id).not.toBe(data.id)

  const since = portal.clock.now
  portal.clock.now = since + 6.9 * 86_400_000
  await runJobs(portal.service, () => {})
  const late = await portal.signIn('late')
  expect((await add({ ...form(), key: body.key }, late)).status).toBe(200)
  const keys = async () =>
    (await portal.db.pool.query('select account_id from request_key where key = $1', [body.key])).rows.length
  expect(await keys()).toBe(3)
  portal.clock.now = since + 7.1 * 86_400_000
  await runJobs(portal.service, () => {})
  expect(await keys()).toBe(1)
  portal.clock.now = since
})

test('a repeated form does not add a station again that was deleted since', async () => {
  const body = form()
  const { data } = await add(body)
  const { data: deletion } = await proved(portal, owner).call('POST /stations/:stationId/deletion', {
    params: { stationId: data.id },
  })
  await owner.call('DELETE /stations/:stationId', {
    params: { stationId: data.id },
    body: { token: deletion.token, name: body.station.name },
  })
  expect((await add(body)).errorCode).toBe('notFound')
  expect(await stationsNamed(body.station.name)).toBe(0)
})

describe('a form that changes a station', () => {
  let stationId: string
  let station: StationFields
  beforeEach(async () => {
    station = fields()
    const rates = [rate('2026-01-01', 0.1), rate('2026-05-01', 0.2)]
    stationId = (await add(form({ station, rates, deviceIds: idsOf(spare, 0, 1) }))).data.id
  })

  test('applies all differences once, however often it is sent, and is logged once', async () => {
    const before = await held(stationId)
    const body = form({
      station: { ...station, name: `${station.name} II`, collectorSerial: 'COLLECTOR-00002', collectorDeviceId: idsOf(spare, 2)[0] ?? '' }, // prettier-ignore
      deviceIds: idsOf(spare, 1, 2),
      rates: [rate('2026-05-01', 0.25, { id: before.rateIds[0] ?? '', correction: true }), rate('2026-07-01', 0.3)],
      factor: factor('2026-07-01'),
    })
    const replies = await Promise.all([1, 2, 3].map(() => change(stationId, body)))
    for (const { data } of replies) expect(data).toMatchObject({ name: body.station.name, price: 0.25 })
    expect(await held(stationId)).toMatchObject({
      rates: [
        ['2026-07-01', 0.3],
        ['2026-05-01', 0.25],
        ['2026-01-01', 0.1],
      ],
      factors: ['2026-07-01'],
      devices: idsOf(spare, 1, 2),
      corrections: 1,
      log: ['POST /stations/form done', 'PUT /stations/:stationId/form done'],
    })
  })

  test('is refused as a whole if it changes a rate of past days without "correction"', async () => {
    const [newest = ''] = (await held(stationId)).rateIds
    const body = form({
      station: { ...station, address: 'new' },
      deviceIds: [],
      rates: [rate('2026-05-01', 0.5, { id: newest })],
    })
    expect((await change(stationId, body)).errorCode).toBe('tariff.past')
    const { data } = await owner.call('GET /stations/:stationId', { params: { stationId } })
    expect(data.address).toBe('')
    expect((await held(stationId)).devices).toEqual(idsOf(spare, 0, 1))
  })

  test('removes rates, moves one to the day of another, and cannot remove the last', async () => {
    const [newest = '', oldest = ''] = (await held(stationId)).rateIds
    const same = { station, deviceIds: idsOf(spare, 0, 1) }
    // The new rate takes the day of the removed rate.
    const taken = await change(stationId, form({ ...same, rates: [rate('2026-05-01', 0.4, { correction: true })], removedRates: [{ id: newest }] })) // prettier-ignore
    expect(taken.status).toBe(200)
    expect((await held(stationId)).rates).toEqual([
      ['2026-05-01', 0.4],
      ['2026-01-01', 0.1],
    ])
    // A kept rate is moved to the day of the removed rate.
    const moved = form({ ...same, rates: [rate('2026-05-01', 0.1, { id: oldest, correction: true })], removedRates: [{ id: newest }] }) // prettier-ignore
    expect((await change(stationId, moved)).status).toBe(200)
    const left = await held(stationId)
    expect(left.rates).toEqual([['2026-05-01', 0.1]])
    const none = form({ ...same, rates: [], removedRates: left.rateIds.map((id) => ({ id })) })
    expect((await change(stationId, none)).errorCode).toBe('tariff.last')
    expect((await held(stationId)).rates).toEqual(left.rates)
  })

  test('is refused with the same codes as the single endpoints', async () => {
    const taken = (await owner.call('GET /stations/:stationId', { params: { stationId: spare.stationId } })).data.name
    const foreign = await addTestPlant(portal, await portal.signIn(`stranger ${nth}`))
    await spare.logger.send({
      devices: [0, 1].map((step) =>
        frame(spare.devices[0]?.serial ?? '', portal.clock.now - 600_000 + step * 300_000, {
          powerW: 5000,
          energyTotalKwh: 10 + step,
        }),
      ),
    })
    const same = { station, deviceIds: idsOf(spare, 0, 1), rates: [] }
    const refusals: [Partial<StationForm>, string][] = [
      [{ station: { ...station, name: taken } }, 'station.nameTaken'],
      [{ station: { ...station, currency: 'USD' } }, 'station.currencyFixed'],
      [{ station: { ...station, installedOn: '2099-01-01' } }, 'request.invalid'],
      [{ station: { ...station, timeZone: 'Nowhere/Land' } }, 'request.invalid'],
      [{ station: { ...station, collectorSerial: 'COLLECTOR-00003' } }, 'station.collectorDevice'],
      [{ station: { ...station, collectorSerial: 'COLLECTOR-00003', collectorDeviceId: idsOf(spare, 3)[0] ?? '' } }, 'station.collectorDevice'], // prettier-ignore
      [{ deviceIds: [crypto.randomUUID()] }, 'notFound'],
      [{ deviceIds: idsOf(foreign, 0) }, 'notFound'],
      [{ rates: [rate('2026-07-01', 1, { id: crypto.randomUUID() })] }, 'notFound'],
      [{ rates: [rate('2026-07-01', 1), rate('2026-07-01', 2)] }, 'tariff.dateTaken'],
      [{ rates: [rate('2026-07-01', 1, { bands: [...bands, ...bands] })] }, 'tariff.bandsOverlap'],
      [{ factor: factor('2026-06-09') }, 'co2Factor.past'],
    ]
    for (const [more, code] of refusals) {
      expect([code, (await change(stationId, form({ ...same, ...more }))).errorCode]).toEqual([code, code])
    }
    expect((await add(form({ deviceIds: idsOf(spare, 0) }))).errorCode).toBe('device.assigned')
    expect((await add(form({ rates: [] }))).errorCode).toBe('request.invalid')
    expect((await held(stationId)).devices).toEqual(idsOf(spare, 0, 1))
  })
})

test('adding a device to a shared station needs a proof, by a form or without', async () => {
  const [device = ''] = idsOf(spare, 0)
  const { data: station } = await add(form())
  const params = { stationId: station.id }
  await portal.signIn('form-guest')
  const share = { userName: 'form-guest', rights: ['view' as const, 'control' as const], endsOn: null }
  const given = await proved(portal, owner).call('POST /stations/:stationId/shares', { params, body: share })
  expect(given.status).toBe(200)
  const kept = { station: fields({ name: station.name }), rates: [] }
  const brought = form({ ...kept, deviceIds: [device] })
  const assigned = { params, body: { deviceIds: [device] } }
  expect((await change(station.id, brought)).errorCode).toBe('session.proofRequired')
  expect((await owner.call('POST /stations/:stationId/devices', assigned)).errorCode).toBe('session.proofRequired')
  expect((await held(station.id)).devices).toEqual([])
  expect((await change(station.id, form(kept))).status).toBe(200)
  expect((await change(station.id, brought, proved(portal, owner))).status).toBe(200)
  // A device that is already at the station needs no further proof.
  expect((await change(station.id, form({ ...kept, deviceIds: [device] }))).status).toBe(200)
  expect((await held(station.id)).devices).toEqual([device])
})
