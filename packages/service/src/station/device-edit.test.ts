import { runJobs } from '../main/run-jobs.ts'
import { addTestLogger, addTestPlant, frame, type TestPlant, proved } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { rebuildDays } from '../energy/kept/rebuild.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')

const minute = 60_000
const inverter = {
  model: 'PV12',
  ratedPowerW: 10_000,
  capacityKwp: 10,
  mpptCount: 2,
  stringCount: 4,
  supportsReactivePower: false,
  supportsIvScan: false,
}

/** Frames every 5 minutes of a device whose counter rises by 0.4 kWh each: 4.8 kW. */
function run(serial: string, from: string, count: number, counter: number) {
  const start = Date.parse(from)
  return Array.from({ length: count }, (_, nth) =>
    frame(serial, start + nth * 5 * minute, { powerW: 4800, energyTotalKwh: counter + nth * 0.4 }),
  )
}

const deviceOf = async (id: string) => (await owner.call('GET /devices/:deviceId', { params: { deviceId: id } })).data
const stationOf = async (id: string) =>
  (await owner.call('GET /stations/:stationId', { params: { stationId: id } })).data
const dayOf = async (stationId: string, date: string) =>
  (await owner.call('GET /stations/:stationId/day', { params: { stationId }, query: { date } })).data.figures
const removal = (deviceId: string) => proved(portal, owner).call('DELETE /devices/:deviceId', { params: { deviceId } })

function firstOf(plant: TestPlant) {
  const [device] = plant.devices
  if (!device) throw new Error('a test plant has a device')
  return device
}

describe('the replacement of an inverter', () => {
  // For any start of the new counter, also just above or below the end of the old one.
  test.each([0, 99.9, 100.1, 5000])('continues the old counter with one that starts at %d', async (counter) => {
    const plant = await addTestPlant(portal, owner)
    const { id, serial } = firstOf(plant)
    // 100 to 104.8 kWh until 09:00, then a swap at 09:30, then 12 steps.
    await plant.logger.send({ devices: run(serial, '2026-06-10T08:00:00Z', 13, 100 - 4.8) })
    const before = await deviceOf(id)
    expect([before.energyTodayKwh, before.energyTotalKwh]).toEqual([expect.closeTo(4.8, 6), expect.closeTo(100, 6)])

    const next = `${serial}-B`
    const done = await proved(portal, owner).call('POST /devices/:deviceId/replacement', {
      params: { deviceId: id },
      body: { ...inverter, serial: next, replacedAt: '2026-06-10T09:30:00.000Z' },
    })
    expect(done.data).toMatchObject({ id, serial: next, model: 'PV12', energyTotalKwh: expect.closeTo(100, 6) })
    const { data } = await plant.logger.send({ devices: run(next, '2026-06-10T10:00:00Z', 13, counter) })
    expect(data).toMatchObject({ accepted: 13, rejected: [] })
    const after = await deviceOf(id)
    expect([after.energyTodayKwh, after.energyTotalKwh]).toEqual([expect.closeTo(9.6, 6), expect.closeTo(104.8, 6)])
    // The plant's base is 100 kWh.
    expect(await stationOf(plant.stationId)).toMatchObject({
      energyTodayKwh: expect.closeTo(9.6, 6),
      energyTotalKwh: expect.closeTo(204.8, 6),
    })
    const { data: serials } = await owner.call('GET /devices/:deviceId/serials', { params: { deviceId: id } })
    expect(serials).toEqual([
      { serial: next, model: 'PV12', from: '2026-06-10T09:30:00.000Z', until: null },
      { serial, model: 'PV10', from: null, until: '2026-06-10T09:30:00.000Z' },
    ])
  })

  test('accepts late frames of the old inverter from before the replacement, none from after', async () => {
    const plant = await addTestPlant(portal, owner)
    const { id, serial } = firstOf(plant)
    await plant.logger.send({ devices: run(serial, '2026-06-10T08:00:00Z', 2, 100) })
    const next = `${serial}-B`
    const replace = (body: object) =>
      proved(portal, owner).call('POST /devices/:deviceId/replacement', {
        params: { deviceId: id },
        body: { ...inverter, serial: next, ...body },
      })
    expect((await replace({ replacedAt: '2026-06-10T12:00:01.000Z' })).errorCode).toBe('device.replacedInFuture')
    expect((await replace({ replacedAt: '2026-06-10T08:05:00.000Z' })).errorCode).toBe('device.replacedTooEarly')
    expect((await replace({ serial })).errorCode).toBe('device.serialTaken')
    await replace({ replacedAt: '2026-06-10T09:00:00.000Z' })
    const late = await plant.logger.send({
      devices: [...run(serial, '2026-06-10T08:10:00Z', 2, 100.8), ...run(serial, '2026-06-10T09:00:00Z', 1, 102)],
    })
    expect(late.data).toMatchObject({ accepted: 2, rejected: [{ index: 2, code: 'row.unknownSerial' }] })
    expect((await deviceOf(id)).energyTodayKwh).toBeCloseTo(1.2, 6)
    // The replaced inverter may be used for another device, and belongs to that device from then on.
    const elsewhere = await addTestPlant(portal, owner)
    const other = firstOf(elsewhere)
    const moved = await proved(portal, owner).call('POST /devices/:deviceId/replacement', {
      params: { deviceId: other.id },
      body: { ...inverter, serial, replacedAt: '2026-06-10T10:00:00.000Z' },
    })
    expect(moved.status).toBe(200)
    const there = await elsewhere.logger.send({ devices: run(serial, '2026-06-10T10:00:00Z', 2, 102) })
    expect(there.data).toMatchObject({ accepted: 2, rejected: [] })
  })
})

test('a removed device no longer counts as offline; its energy stays', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const [kept, gone] = plant.devices
  if (!kept || !gone) throw new Error('two devices were asked for')
  await plant.logger.send({ devices: run(gone.serial, '2026-06-10T08:00:00Z', 3, 50) })
  await plant.logger.send({ devices: run(kept.serial, '2026-06-10T11:50:00Z', 3, 70) })
  expect((await stationOf(plant.stationId)).deviceCounts).toMatchObject({ normal: 1, offline: 1 })
  const before = await stationOf(plant.stationId)
  expect((await removal(gone.id)).status).toBe(200)
  expect(await stationOf(plant.stationId)).toMatchObject({
    status: 'normal',
    deviceCounts: { normal: 1, abnormal: 0, standby: 0, offline: 0 },
    energyTodayKwh: before.energyTodayKwh,
    energyTotalKwh: before.energyTotalKwh,
  })
  expect((await dayOf(plant.stationId, '2026-06-10')).energyKwh).toBeCloseTo(1.6, 6)
  expect((await owner.call('GET /devices/:deviceId', { params: { deviceId: gone.id } })).status).toBe(404)
  expect((await removal(gone.id)).status).toBe(404)
  const late = await plant.logger.send({ devices: run(gone.serial, '2026-06-10T11:00:00Z', 1, 60) })
  expect(late.data.rejected).toMatchObject([{ code: 'row.unknownSerial' }])
  // Its serial is free again.
  const { status } = await owner.call('POST /devices', {
    body: {
      ...inverter,
      serial: gone.serial,
      loggerId: plant.logger.id,
      name: 'Again',
      installedOn: '2026-06-10',
      sortNumber: 1,
    },
  })
  expect(status).toBe(200)
})

test('a device without a station can send, and brings its data to the station that it is assigned to', async () => {
  const berlin = await addTestPlant(portal, owner)
  const { data: logger } = await proved(portal, owner).call('POST /loggers', {
    body: { serial: `LONELY-${String(process.pid).padStart(7, '0')}-1` },
  })
  const serial = `LONE-${process.pid}`
  const input = { ...inverter, serial, loggerId: logger.id, name: 'Lone', installedOn: '2026-06-10', sortNumber: 1 }
  expect((await owner.call('POST /devices', { body: input })).errorCode).toBe('device.unassigned')
  const { data: device } = await owner.call('POST /devices/unassigned', { body: input })
  const sent = await berlin.logger.send(
    {},
    {
      key: logger.key,
      payload: JSON.stringify({
        logger: logger.serial,
        seq: 1,
        loggerTime: portal.clock.now,
        uptimeS: 1,
        devices: [...run(serial, '2026-06-08T10:00:00Z', 13, 100), ...run(serial, '2026-06-10T11:00:00Z', 13, 104.8)],
      }),
    },
  )
  expect(sent.data).toMatchObject({ accepted: 26, rejected: [] })
  expect((await owner.call('GET /devices/unassigned')).data).toMatchObject([{ id: device.id, age: { state: 'live' } }])
  expect((await deviceOf(device.id)) ?? null).toBeNull()

  const at = { stationId: berlin.stationId }
  const assign = () => owner.call('POST /stations/:stationId/devices', { params: at, body: { deviceIds: [device.id] } })
  expect((await assign()).data).toMatchObject([{ id: device.id, stationId: berlin.stationId }])
  expect((await assign()).errorCode).toBe('device.assigned')
  expect((await owner.call('GET /devices/unassigned')).total).toBe(0)
  await rebuildDays(portal.service)
  expect((await dayOf(berlin.stationId, '2026-06-08')).energyKwh).toBeCloseTo(4.8, 6)
  const { data: loggers } = await owner.call('GET /loggers', { query: { pageSize: '100' } })
  expect(loggers.find(({ id }) => id === logger.id)).toMatchObject({ stationId: berlin.stationId, devices: 1 })

  // After a move to a station in another zone the device's days are days of that zone.
  await owner.call('DELETE /stations/:stationId/devices/:deviceId', { params: { ...at, deviceId: device.id } })
  expect((await dayOf(berlin.stationId, '2026-06-08')).energyKwh).toBeNull()
  const auckland = await addTestPlant(portal, owner, {
    timeZone: 'Pacific/Auckland',
    latitude: -36.8,
    longitude: 174.8,
  })
  await owner.call('POST /stations/:stationId/devices', {
    params: { stationId: auckland.stationId },
    body: { deviceIds: [device.id] },
  })
  await rebuildDays(portal.service)
  // 10:00Z is 22:00 there, 11:00Z to 12:00Z reach into no other day: NZST is UTC+12.
  expect((await dayOf(auckland.stationId, '2026-06-08')).energyKwh).toBeCloseTo(4.8, 6)
  const { rows } = await portal.db.pool.query(
    'select date, energy_kwh from device_day join device on no = device_no where id = $1 order by date',
    [device.id],
  )
  const sum = rows.reduce((total: number, row: { energy_kwh: number | null }) => total + (row.energy_kwh ?? 0), 0)
  expect(sum).toBeCloseTo(9.6, 6)
})

test('a change of time zone and place recomputes the days; no energy is lost or counted twice', async () => {
  const plant = await addTestPlant(portal, owner)
  const { serial } = firstOf(plant)
  // 20:00Z to 24:00Z: the 9th in Berlin until 22:00Z, then the 10th; in Taipei all of it the 10th.
  await plant.logger.send({ devices: run(serial, '2026-06-09T20:00:00Z', 49, 100) })
  const energies = async () =>
    Promise.all(['2026-06-09', '2026-06-10'].map(async (date) => (await dayOf(plant.stationId, date)).energyKwh))
  expect(await energies()).toEqual([expect.closeTo(9.6, 6), expect.closeTo(9.6, 6)])
  const station = await stationOf(plant.stationId)
  const change = (body: object) =>
    owner.call('PUT /stations/:stationId', {
      params: { stationId: plant.stationId },
      body: { ...inputOf(station), ...body },
    })
  const changed = await change({
    timeZone: 'Asia/Taipei',
    latitude: 25,
    longitude: 121.5,
    name: 'Moved',
    mpptCheck: true,
  })
  expect(changed.data).toMatchObject({ timeZone: 'Asia/Taipei', name: 'Moved', mpptCheck: true })
  await runJobs(portal.service, (job, error) => {
    throw new Error(job.name, { cause: error })
  })
  expect(await energies()).toEqual([null, expect.closeTo(19.2, 6)])
  expect((await change({ timeZone: 'Mars/Base' })).errorCode).toBe('request.invalid')
  expect((await change({ currency: 'USD' })).errorCode).toBe('station.currencyFixed')
})

/** The fields of a station that a person enters. */
function inputOf({ price, ...station }: Awaited<ReturnType<typeof stationOf>>) {
  const { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description } = station
  const { latitude, longitude, timeZone, address, currency, sortNumber } = station
  const what = { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description }
  return { ...what, latitude, longitude, timeZone, address, currency, sortNumber, price: price ?? 0 }
}

test("a collector's serial has 13 to 32 letters, digits and dashes and needs a device of the station", async () => {
  const plant = await addTestPlant(portal, owner)
  const other = await addTestPlant(portal, owner)
  const { id } = firstOf(plant)
  const station = inputOf(await stationOf(plant.stationId))
  const put = async (collectorSerial: string, collectorDeviceId: string | null) => {
    const reply = await owner.call('PUT /stations/:stationId', {
      params: { stationId: plant.stationId },
      body: { ...station, collectorSerial, collectorDeviceId },
    })
    return reply.errorCode ?? reply.data.collectorSerial
  }
  expect(await put('1234-12345678', id)).toBe('1234-12345678')
  expect(await put('A'.repeat(32), id)).toBe('A'.repeat(32))
  expect(await put('', null)).toBe('')
  for (const bad of ['1234-1234567', 'A'.repeat(33), '1234_123456789', '1234 123456789']) {
    expect([bad, await put(bad, id)]).toEqual([bad, 'request.invalid'])
  }
  expect(await put('1234-12345678', null)).toBe('station.collectorDevice')
  expect(await put('', id)).toBe('station.collectorDevice')
  expect(await put('1234-12345678', firstOf(other).id)).toBe('station.collectorDevice')
})

test('deleting a station with history needs a token and its name; its devices stay with the account', async () => {
  const plant = await addTestPlant(portal, owner)
  const { id, serial } = firstOf(plant)
  await plant.logger.send({ devices: run(serial, '2026-06-10T10:00:00Z', 3, 100) })
  const at = { stationId: plant.stationId }
  const { name } = await stationOf(plant.stationId)
  const asking = (params: typeof at) => proved(portal, owner).call('POST /stations/:stationId/deletion', { params })
  const ask = async () => (await asking(at)).data
  const remove = async (token: string, typed: string) => {
    const reply = await owner.call('DELETE /stations/:stationId', { params: at, body: { token, name: typed } })
    return reply.errorCode ?? reply.status
  }
  const asked = await ask()
  expect(asked).toMatchObject({
    nameRequired: true,
    lost: { days: 1, energyKwh: expect.closeTo(0.8, 6), shares: 0, tariffs: 1 },
    kept: { devices: 1, loggers: 1 },
  })
  expect(await remove('x', name)).toBe('station.deletionExpired')
  expect(await remove(asked.token, 'Another')).toBe('station.nameMismatch')
  const other = await addTestPlant(portal, owner)
  const foreign = await asking({ stationId: other.stationId })
  expect(await remove(foreign.data.token, name)).toBe('station.deletionExpired')
  const start = portal.clock.now
  portal.clock.now += 10 * minute
  expect(await remove(asked.token, name)).toBe('station.deletionExpired')
  const { token } = await ask()
  expect(await remove(token, ` ${name} `)).toBe(200)
  expect(await remove(token, name)).toBe('notFound')
  portal.clock.now = start
  const { data } = await owner.call('GET /devices/unassigned')
  expect(data.map((device) => device.id)).toContain(id)
  const { data: reply } = await plant.logger.send({ devices: run(serial, '2026-06-10T10:15:00Z', 1, 101.2) })
  expect(reply.accepted).toBe(1)
})

test('stations are listed in the order that was saved', async () => {
  const someone = await portal.signIn('someone')
  const plants = [await addTestPlant(portal, someone), await addTestPlant(portal, someone)]
  const wanted = plants.map(({ stationId }) => stationId).toReversed()
  expect((await someone.call('PUT /station-order', { body: { stationIds: wanted } })).status).toBe(200)
  expect((await someone.call('GET /stations')).data.map(({ id, sortNumber }) => [id, sortNumber])).toEqual([
    [wanted[0], 1],
    [wanted[1], 2],
  ])
  const mixed = [wanted[0] ?? '', (await addTestPlant(portal, owner)).stationId]
  expect((await someone.call('PUT /station-order', { body: { stationIds: mixed } })).errorCode).toBe('notFound')
})

test('one logger serves the inverters of two stations', async () => {
  const [here, there] = [await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const logger = await addTestLogger(portal, owner, here.stationId)
  const serials = ['A', 'B'].map((letter) => `TWO-${process.pid}-${letter}`)
  const devices = await Promise.all(
    serials.map((serial) =>
      owner.call('POST /devices/unassigned', {
        body: { ...inverter, serial, loggerId: logger.id, name: serial, installedOn: '2026-06-10', sortNumber: 1 },
      }),
    ),
  )
  for (const [nth, plant] of [here, there].entries()) {
    await owner.call('POST /stations/:stationId/devices', {
      params: { stationId: plant.stationId },
      body: { deviceIds: [devices[nth]?.data.id ?? ''] },
    })
  }
  const { data } = await logger.send({
    devices: serials.flatMap((serial, nth) => run(serial, '2026-06-10T11:00:00Z', 3 + nth, 10)),
  })
  expect(data.accepted).toBe(7)
  expect((await stationOf(here.stationId)).energyTodayKwh).toBeCloseTo(0.8, 6)
  expect((await stationOf(there.stationId)).energyTodayKwh).toBeCloseTo(1.2, 6)
})

test('removing or replacing a device needs a proof', async () => {
  const plant = await addTestPlant(portal, owner)
  const params = { deviceId: firstOf(plant).id }
  const body = { ...inverter, serial: `PROOF-${process.pid}` }
  expect((await owner.call('POST /devices/:deviceId/replacement', { params, body })).errorCode).toBe(
    'session.proofRequired',
  )
  expect((await owner.call('DELETE /devices/:deviceId', { params })).errorCode).toBe('session.proofRequired')
  expect(await deviceOf(params.deviceId)).toMatchObject({ serial: firstOf(plant).serial })
})

test("a serial of another account can be added, reveals nothing, and its frames go to the sending logger's account", async () => {
  const squatter = await portal.signIn('squatter')
  const theirs = await addTestPlant(portal, squatter)
  const [taken, former, gone] = ['A', 'B', 'C'].map((one) => `SQUAT-${process.pid}-${one}`) as [string, string, string]
  const input = { ...inverter, name: 'Inverter', installedOn: '2020-01-01', sortNumber: 1 }
  const add = (person: typeof squatter, plant: TestPlant, serial: string) =>
    person.call('POST /devices', { body: { ...input, loggerId: plant.logger.id, serial } })
  // The squatter enters the serials first; two of them become former serials, valid for all time until today.
  expect((await add(squatter, theirs, taken)).status).toBe(200)
  for (const serial of [former, gone]) {
    const swapped = await add(squatter, theirs, serial)
    const { status } = await proved(portal, squatter).call('POST /devices/:deviceId/replacement', {
      params: { deviceId: swapped.data.id },
      body: { ...inverter, serial: `${serial}-2` },
    })
    expect(status).toBe(200)
  }

  const plant = await addTestPlant(portal, owner)
  const replies = [await add(owner, plant, taken), await add(owner, plant, `FREE-${process.pid}`)]
  expect(replies.map((reply) => [reply.status, Object.keys(reply.data).toSorted()])).toEqual(
    replies.map(() => [200, Object.keys(replies[1]?.data ?? {}).toSorted()]),
  )
  expect((await add(owner, plant, former)).status).toBe(200)
  // An account may learn that it has the serial itself.
  expect((await add(owner, plant, taken)).errorCode).toBe('device.serialTaken')

  // Another account's former serial is an unknown serial to this account.
  const { data: foreign } = await plant.logger.send({ devices: run(gone, '2026-06-10T08:00:00Z', 1, 100) })
  expect(foreign.rejected).toEqual([{ list: 'devices', index: 0, code: 'row.unknownSerial' }])
  const devices = [taken, former].flatMap((serial) => run(serial, '2026-06-10T08:00:00Z', 2, 100))
  expect((await plant.logger.send({ devices })).data).toMatchObject({ accepted: 4, rejected: [] })
  expect((await stationOf(plant.stationId)).energyTodayKwh).toBeCloseTo(0.8, 6)
  expect((await theirs.logger.send({ devices: [] })).status).toBe(200)
  const { data } = await squatter.call('GET /stations/:stationId', { params: { stationId: theirs.stationId } })
  expect(data.energyTodayKwh ?? 0).toBe(0)
})
