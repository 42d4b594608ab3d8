import type { DeviceFrame } from '@helioport/contract/ingest'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'
import { watchSilence } from './silence.ts'

const { portal, owner } = sharedPortal('2026-06-10T04:00:00Z')

const minute = 60_000
const at = (time: string) => Date.parse(time.length === 5 ? `2026-06-10T${time}:00Z` : time)

interface Run {
  /** Which of the plant's inverters. */
  devices?: readonly number[]
  stepMinutes?: number
  values?: Partial<DeviceFrame>
  /** Frames come as they are measured; otherwise all of them at the end of the stretch. */
  live?: boolean
}

/** Sends frames from one time until before another, and sets the clock to the latter. */
async function run(plant: TestPlant, from: string, to: string, options: Run = {}): Promise<void> {
  const { devices = plant.devices.keys(), stepMinutes = 5, values = { powerW: 6000 }, live = false } = options
  const chosen = [...devices].map((nth) => plant.devices[nth]?.serial ?? '')
  const frames = []
  for (let moment = at(from); moment < at(to); moment += stepMinutes * minute) {
    const own = chosen.map((serial) => frame(serial, moment, values))
    frames.push(...own)
    if (!live) continue
    portal.clock.now = moment
    await plant.logger.send({ devices: own })
  }
  portal.clock.now = at(to)
  if (!live) await plant.logger.send({ devices: frames })
}

async function look(time: string): Promise<void> {
  portal.clock.now = at(time)
  await watchSilence(portal.service)
  await priceAlarms(portal.service)
  await noticeAlarms(portal.service)
}

const cardsOf = async ({ stationId }: TestPlant) => (await owner.call('GET /alarms', { query: { stationId } })).data

async function alarmMails(): Promise<number> {
  const { rows } = await portal.db.pool.query("select count(*)::integer as count from message where kind = 'alarm'")
  return (rows[0] as { count: number }).count
}

test('an inverter silent at noon raises an alarm after 3 intervals, with loss and one mail, until it reports', async () => {
  const mails = await alarmMails()
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  await run(plant, '07:00', '09:00')
  await run(plant, '09:00', '09:10', { devices: [1, 2] })
  await look('09:09')
  expect(await cardsOf(plant)).toEqual([])
  await run(plant, '09:10', '10:00', { devices: [1, 2] })
  await look('10:00')
  await look('10:00')
  // Its last frame, of 8:55, holds until 9:00; since then two siblings gave 6 kW for their 10 kWp.
  expect(await cardsOf(plant)).toMatchObject([
    {
      code: 'S1',
      source: 'silence',
      class: 'fault',
      deviceName: 'Inverter 1',
      deviceCount: 1,
      raisedAt: '2026-06-10T09:00:00.000Z',
      clearedAt: null,
      pages: true,
      lossBasis: 'siblings',
    },
  ])
  const [card] = await cardsOf(plant)
  expect(card?.lostEnergyKwh).toBeCloseTo(6, 6)
  expect(card?.lostIncome).toBeCloseTo(0.6, 6)
  expect((await alarmMails()) - mails).toBe(1)
  const { data: station } = await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })
  expect(station).toMatchObject({ openAlarms: 1, status: 'normal', statusReason: 'partlyProducing' })
  await run(plant, '10:00', '10:10', { live: true })
  expect(await cardsOf(plant)).toMatchObject([{ clearedAt: '2026-06-10T10:00:00.000Z' }])
  await look('10:10')
  expect(await cardsOf(plant)).toMatchObject([{ clearedAt: '2026-06-10T10:00:00.000Z', dataCameLate: false }])
  const after = await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })
  expect(after.data).toMatchObject({ openAlarms: 0, status: 'normal', statusReason: 'producing' })
})

test('a device that reports every 10 s is offline after 4 min of silence and raises an alarm after 6 min', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  await run(plant, '09:00', '09:05', { stepMinutes: 1 / 6 })
  await look('09:09')
  expect((await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })).data).toMatchObject(
    {
      status: 'offline',
    },
  )
  expect(await cardsOf(plant)).toEqual([])
  await look('09:11')
  expect(await cardsOf(plant)).toMatchObject([{ code: 'S1', clearedAt: null }])
})

test('a plant with frames every 60 minutes is silent after 3 hours, not after 15 minutes', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  await run(plant, '2026-06-09T04:00:00Z', '2026-06-09T18:00:00Z', { stepMinutes: 60 })
  await run(plant, '05:00', '09:00', { stepMinutes: 60 })
  await look('10:55')
  expect(await cardsOf(plant)).toEqual([])
  await look('11:01')
  expect(await cardsOf(plant)).toMatchObject([{ code: 'S1', raisedAt: '2026-06-10T09:00:00.000Z' }])
})

test('silence of all inverters of a logger is one alarm and one mail; late frames reduce the loss to 0', async () => {
  const mails = await alarmMails()
  const plant = await addTestPlant(portal, owner, { devices: 4 })
  await run(plant, '07:00', '09:00')
  await look('09:20')
  expect(await cardsOf(plant)).toMatchObject([{ code: 'S2', deviceCount: 4, clearedAt: null }])
  expect((await alarmMails()) - mails).toBe(1)
  const station = await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })
  expect(station.data).toMatchObject({ openAlarms: 1, status: 'offline' })
  // The logger is back: live frames come first, then the backlog.
  await run(plant, '11:00', '11:05', { live: true })
  await look('11:05')
  expect(await cardsOf(plant)).toMatchObject([
    { code: 'S2', clearedAt: '2026-06-10T11:00:00.000Z', dataCameLate: false },
  ])
  await run(plant, '09:00', '11:00')
  await look('11:06')
  expect(await cardsOf(plant)).toMatchObject([
    { code: 'S2', deviceCount: 4, clearedAt: '2026-06-10T11:00:00.000Z', dataCameLate: true },
  ])
  const [card] = await cardsOf(plant)
  expect(card?.lostEnergyKwh ?? 0).toBeCloseTo(0, 6)
  expect((await alarmMails()) - mails).toBe(1)
})

test('a backlog alone does not end a silence; a live frame does', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  await run(plant, '07:00', '09:00')
  await look('10:00')
  await plant.logger.send({ devices: plant.devices.map(({ serial }) => frame(serial, at('09:00'), { powerW: 6000 })) })
  await look('10:01')
  expect(await cardsOf(plant)).toMatchObject([{ code: 'S2', clearedAt: null }])
  await run(plant, '09:05', '10:00')
  await run(plant, '10:00', '10:05', { live: true })
  await look('10:05')
  expect(await cardsOf(plant)).toMatchObject([{ clearedAt: '2026-06-10T09:50:00.000Z', dataCameLate: true }])
})

test('an inverter that never reported raises an alarm a day after it was added', async () => {
  portal.clock.now = at('07:00')
  const mails = await alarmMails()
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  // A first start: two devices send days from before the portal knew the plant; the third has not begun to send.
  for (const day of ['06-07', '06-08', '06-09'])
    await run(plant, `2026-${day}T08:00:00Z`, `2026-${day}T09:00:00Z`, { devices: [0, 1] })
  await run(plant, '08:00', '09:00', { devices: [0, 1] })
  await look('09:00')
  expect(await cardsOf(plant)).toEqual([])
  expect((await alarmMails()) - mails).toBe(0)
  await run(plant, '2026-06-11T06:00:00Z', '2026-06-11T09:00:00Z', { devices: [0, 1] })
  await look('2026-06-11T09:00:00Z')
  expect(await cardsOf(plant)).toMatchObject([
    { code: 'S1', deviceName: 'Inverter 3', raisedAt: '2026-06-11T07:00:00.000Z', clearedAt: null },
  ])
  expect((await alarmMails()) - mails).toBe(1)
})

test('night and dusk are no silence; an inverter that does not wake up in the morning is silent', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  // The sun sets at 19:24 UTC; the inverters fall asleep before, the other one with next to no power.
  await run(plant, '2026-06-10T15:00:00Z', '2026-06-10T18:40:00Z')
  await run(plant, '2026-06-10T18:40:00Z', '2026-06-10T18:50:00Z', { values: { powerW: 50 } })
  for (const time of ['2026-06-10T19:20:00Z', '2026-06-10T23:00:00Z', '2026-06-11T03:00:00Z', '2026-06-11T03:40:00Z']) {
    await look(time)
    expect(await cardsOf(plant)).toEqual([])
  }
  await run(plant, '2026-06-11T04:00:00Z', '2026-06-11T06:00:00Z', { devices: [0] })
  await look('2026-06-11T06:00:00Z')
  const cards = await cardsOf(plant)
  expect(cards).toMatchObject([{ code: 'S1', deviceName: 'Inverter 2', pages: true }])
  // Missed since the light of the morning, not since the evening.
  expect(Date.parse(cards[0]?.raisedAt ?? '')).toBeGreaterThan(at('2026-06-11T03:40:00Z'))
})

test('an inverter that fell silent by day stays offline at night in lists, pages, alarms and summary', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const whole = await addTestPlant(portal, owner, { devices: 2 })
  await run(plant, '07:00', '09:00')
  await run(whole, '07:00', '09:00')
  await run(plant, '09:00', '18:40', { devices: [1] })
  await run(plant, '18:40', '19:20', { devices: [1], values: { powerW: 50 } })
  await look('09:30')
  await look('19:20')
  for (const time of ['2026-06-10T19:50:00Z', '2026-06-10T23:00:00Z', '2026-06-11T02:30:00Z']) {
    await look(time)
    const of = async ({ stationId }: TestPlant) => {
      const { data: station } = await owner.call('GET /stations/:stationId', { params: { stationId } })
      const { data: devices } = await owner.call('GET /devices', { query: { stationId } })
      const { data: listed } = await owner.call('GET /stations', { query: { attention: 'true', pageSize: '100' } })
      return { station, devices, listed: listed.find(({ id }) => id === stationId) }
    }
    const partly = await of(plant)
    const counts = { normal: 0, abnormal: 0, standby: 1, offline: 1 }
    const state = { status: 'standby', statusReason: 'partlyProducing', deviceCounts: counts, openAlarms: 1 }
    expect(partly.station).toMatchObject(state)
    expect(partly.listed).toMatchObject(state)
    expect(partly.devices).toMatchObject([
      { status: 'offline', statusReason: 'noData', age: { measuredAt: '2026-06-10T08:55:00.000Z' } },
      { status: 'standby', statusReason: 'night' },
    ])
    const gone = await of(whole)
    expect(gone.station).toMatchObject({ status: 'offline', statusReason: 'noData', openAlarms: 1 })
    expect(gone.listed).toMatchObject({ status: 'offline', statusReason: 'noData' })
    expect(await cardsOf(plant)).toMatchObject([{ code: 'S1', raisedAt: '2026-06-10T09:00:00.000Z', clearedAt: null }])
    expect(await cardsOf(whole)).toMatchObject([{ code: 'S2', raisedAt: '2026-06-10T09:00:00.000Z', clearedAt: null }])
    const { data: summary } = await owner.call('GET /stations/summary', { query: {} })
    expect(summary.deviceCounts.offline).toBeGreaterThanOrEqual(3)
  }
})

test('a missing device raises an alarm under a midnight sun, none in a polar night', async () => {
  const north = { latitude: 78.2, longitude: 15.6, timeZone: 'Arctic/Longyearbyen', devices: 1 }
  const bright = await addTestPlant(portal, owner, north)
  await run(bright, '2026-06-11T20:00:00Z', '2026-06-11T22:30:00Z')
  await look('2026-06-11T23:00:00Z')
  expect(await cardsOf(bright)).toMatchObject([{ code: 'S1' }])
  const dark = await addTestPlant(portal, owner, north)
  await run(dark, '2026-12-10T10:00:00Z', '2026-12-10T11:00:00Z', { values: { powerW: 0 } })
  await look('2026-12-12T12:00:00Z')
  const { rows } = await portal.db.pool.query('select id from alarm_group where station_id = $1', [dark.stationId])
  expect(rows).toEqual([])
})
