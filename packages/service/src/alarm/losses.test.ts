import { errorWordOf } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

const minute = 60_000
const tripped = errorWordOf(['F7'])
const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`)

/** Frames of one device every 5 minutes; `powerAt` says W, or null for no frame, and the error word. */
function framesOf(
  serial: string,
  from: number,
  to: number,
  valuesAt: (at: number) => Partial<DeviceFrame>,
): DeviceFrame[] {
  return Array.from({ length: (to - from) / (5 * minute) }, (_, nth) => {
    const moment = from + nth * 5 * minute
    return frame(serial, moment, valuesAt(moment))
  })
}

const cardsOf = async ({ stationId }: TestPlant) => (await owner.call('GET /alarms', { query: { stationId } })).data

async function priced(plant: TestPlant, now: number) {
  portal.clock.now = now
  await priceAlarms(portal.service)
  return cardsOf(plant)
}

test('the loss of an open alarm ends at the last bin: two bins of 6 kW are 1 kWh', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  portal.clock.now = at('10:10')
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), at('10:10'), (moment) =>
        device === 0 && moment >= at('10:00') ? { powerW: 0, errorWord: tripped } : { powerW: 6000 },
      ),
    ),
  })
  const [card] = await priced(plant, at('10:10'))
  expect(card?.lostEnergyKwh).toBeCloseTo(1, 6)
  expect(card?.lostIncome).toBeCloseTo(0.1, 6)
  expect(card?.lossBasis).toBe('siblings')
})

test("a deficit after the alarm's end in the same quarter-hour is not part of its loss", async () => {
  portal.clock.now = at('11:00')
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), at('11:00'), (moment) => {
        if (device > 0 || moment < at('10:05')) return { powerW: 6000 }
        return moment < at('10:20') ? { powerW: 0, errorWord: tripped } : { powerW: 3000 }
      }),
    ),
  })
  // 10:05 to 10:20: three bins of 0.5 kWh. In whole quarter-hours it would be 2 kWh.
  const [card] = await priced(plant, at('11:00'))
  expect(card?.lostEnergyKwh).toBeCloseTo(1.5, 6)
})

test('simultaneous codes of one inverter count its loss once, at the fault', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  const values = (moment: number): Partial<DeviceFrame> => {
    if (moment < at('10:00') || moment >= at('12:00')) return { powerW: 6000 }
    // The power limit (A1) is older and a notice; A4 is an alarm of weak light.
    if (moment < at('10:30')) return { powerW: 3000, errorWord: errorWordOf(['A1']) }
    return { powerW: 0, errorWord: errorWordOf(['A1', 'A4', 'F7']) }
  }
  portal.clock.now = at('12:30')
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), at('12:30'), (moment) => (device === 0 ? values(moment) : { powerW: 6000 })),
    ),
  })
  const cards = await priced(plant, at('12:30'))
  const lost = new Map(cards.map(({ code, lostEnergyKwh }) => [code, lostEnergyKwh]))
  // Half an hour of 3 kW, then one and a half of 6 kW.
  expect([lost.get('A1'), lost.get('F7'), lost.get('A4')]).toEqual([
    expect.closeTo(1.5, 6),
    expect.closeTo(9, 6),
    expect.closeTo(0, 6),
  ])
})

test("the loss of a plant's trip is computed from irradiance and the plant's earlier response to it", async () => {
  portal.clock.now = at('13:00')
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const isOut = (moment: number) => moment >= at('10:00') && moment < at('12:00')
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }) =>
      framesOf(serial, at('08:00'), at('13:00'), (moment) =>
        isOut(moment) ? { powerW: 0, errorWord: errorWordOf(['E3']) } : { powerW: 6000 },
      ),
    ),
    // 6 kW of 10 kWp at 800 W/m2; during the trip 400 W/m2.
    sensors: Array.from({ length: 60 }, (_, nth) => {
      const moment = at('08:00') + nth * 5 * minute
      return { at: moment, irradianceWm2: isOut(moment) ? 400 : 800 }
    }),
  })
  const cards = await priced(plant, at('13:00'))
  // Two hours of 3 kW at two inverters.
  expect(cards).toMatchObject([{ code: 'E3', deviceCount: 2, lossBasis: 'irradiance' }])
  expect(cards[0]?.lostEnergyKwh).toBeCloseTo(12, 6)
  expect(cards[0]?.lostIncome).toBeCloseTo(1.2, 6)
})

test("without a sensor the loss of a plant's trip is the median of the days before at that time", async () => {
  portal.clock.now = at('12:00')
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const dayMs = 24 * 60 * minute
  const usualW = [2000, 5000, 4000]
  for (const [nth, powerW] of usualW.entries()) {
    const back = (3 - nth) * dayMs
    await plant.logger.send({
      devices: plant.devices.flatMap(({ serial }) =>
        framesOf(serial, at('08:00') - back, at('13:00') - back, () => ({ powerW })),
      ),
    })
  }
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }) =>
      framesOf(serial, at('10:00'), at('12:00'), () => ({ powerW: 0, errorWord: errorWordOf(['E3']) })),
    ),
  })
  const cards = await priced(plant, at('12:00'))
  // The median of the three days: two hours of 4 kW at two inverters.
  expect(cards).toMatchObject([{ code: 'E3', lossBasis: 'daysBefore' }])
  expect(cards[0]?.lostEnergyKwh).toBeCloseTo(16, 6)
})

test('a dead string that the inverter reports as well is one alarm, one mail and one loss', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  await noticeAlarms(portal.service)
  const before = await alarmMails()
  const send = (from: string, to: string, valuesAt: (moment: number) => Partial<DeviceFrame>) =>
    plant.logger.send({ devices: framesOf(plant.devices[0]?.serial ?? '', at(from), at(to), valuesAt) })
  const living = [5, 5, 5, 5]
  const dead = [5, 0, 5, 5]
  const volts = [600, 600]
  await send('08:00', '09:00', () => ({ powerW: 8000, stringCurrentA: living, mpptVoltageV: volts }))
  // The inverter raises its own alarm first.
  portal.clock.now = at('09:10')
  await send('09:00', '09:10', () => ({ powerW: 6000, errorWord: errorWordOf(['A3']) }))
  await noticeAlarms(portal.service)
  expect(await cardsOf(plant)).toMatchObject([{ code: 'A3', source: 'device' }])
  const [own] = await cardsOf(plant)
  await owner.call('POST /alarms/:alarmId/comments', { params: { alarmId: own?.id ?? '' }, body: { text: 'Fuse?' } })
  portal.clock.now = at('10:00')
  await send('09:10', '10:00', () => ({
    powerW: 6000,
    errorWord: errorWordOf(['A3']),
    stringCurrentA: dead,
    mpptVoltageV: volts,
  }))
  await noticeAlarms(portal.service)
  // 50 minutes of 6 kW from three strings: the fourth one's share is a third of it.
  const cards = await priced(plant, at('10:00'))
  expect(cards).toMatchObject([
    { code: 'A3', source: 'stringWatch', string: 2, deviceCount: 1, commentCount: 1, lossBasis: 'siblings' },
  ])
  expect(cards[0]?.lostEnergyKwh).toBeCloseTo((6 * 50) / 60 / 3, 6)
  const episodes = await owner.call('GET /alarms', { query: { stationId: plant.stationId, view: 'episodes' } })
  expect(episodes.data).toHaveLength(1)
  expect((await alarmMails()) - before).toBe(1)
  const station = await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })
  expect(station.data.openAlarms).toBe(1)
  // The string is well again; later the inverter raises its alarm for another cause: an event of its own.
  portal.clock.now = at('11:30')
  await send('10:00', '10:30', () => ({ powerW: 8000, stringCurrentA: living, mpptVoltageV: volts }))
  await send('11:00', '11:30', () => ({ powerW: 8000, errorWord: errorWordOf(['A3']) }))
  expect((await cardsOf(plant)).map(({ source, clearedAt }) => [source, clearedAt !== null])).toEqual([
    ['device', false],
    ['stringWatch', true],
  ])
})

async function alarmMails(): Promise<number> {
  const { rows } = await portal.db.pool.query("select count(*)::integer as count from message where kind = 'alarm'")
  return (rows[0] as { count: number }).count
}

test("a weak string reported by the inverter alone has its deficit as loss from the day's first frame on", async () => {
  portal.clock.now = at('10:00')
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), at('10:00'), () =>
        device > 0
          ? { powerW: 8000, stringCurrentA: [5, 5, 5, 5] }
          : { powerW: 7000, stringCurrentA: [5, 5, 2.5, 5], errorWord: errorWordOf(['A3']) },
      ),
    ),
  })
  const [card] = await priced(plant, at('10:00'))
  expect(card).toMatchObject({ code: 'A3', source: 'device', lossBasis: 'siblings' })
  // Three and a half strings give 7 kW for two hours: half a string is 1 kW.
  expect(card?.lostEnergyKwh).toBeCloseTo(2, 6)
})

test("an inverter's power while it reports a weak string is not its own reference", async () => {
  portal.clock.now = at('10:00')
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), at('10:00'), () =>
        device > 0 ? { powerW: 8000 } : { powerW: 7000, errorWord: errorWordOf(['A3']) },
      ),
    ),
  })
  // The currents of its strings are not known here.
  const [card] = await priced(plant, at('10:00'))
  expect(card?.lostEnergyKwh).toBeCloseTo(2, 6)
})

test('two dead strings of one inverter share the loss; no energy counts twice', async () => {
  portal.clock.now = at('10:00')
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('09:00'), at('10:00'), () => ({
        powerW: device === 0 ? 4000 : 8000,
        stringCurrentA: device === 0 ? [5, 0, 5, 5, 0, 5] : [5, 5, 5, 5, 5, 5],
        mpptVoltageV: [600],
      })),
    ),
  })
  await portal.db.pool.query('update device set string_count = 6 where station_id = $1', [plant.stationId])
  await plant.logger.send({
    devices: [
      frame(plant.devices[0]?.serial ?? '', at('10:00'), {
        powerW: 4000,
        stringCurrentA: [5, 0, 5, 5, 0, 5],
        mpptVoltageV: [600],
      }),
    ],
  })
  const cards = await priced(plant, at('10:00'))
  expect(new Set(cards.map(({ string }) => string))).toEqual(new Set([2, 5]))
  // Four living strings make 1 kW each: two hours of them in sum.
  expect(cards.reduce((sum, { lostEnergyKwh }) => sum + (lostEnergyKwh ?? 0), 0)).toBeCloseTo(2, 6)
})

test('a dead string, a power limit and a trip are three alarms; each lost kWh counts once', async () => {
  portal.clock.now = at('14:00')
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const [hurt, sound] = plant.devices.map(({ serial }) => serial)
  /** 8 kW each; string 2 of the first is dead from 9 on, both are held to half from 10 to 11, the grid is away from 12 to 13. */
  const values = (isHurt: boolean, moment: number): Partial<DeviceFrame> => {
    const isDead = isHurt && moment >= at('09:00')
    const isLimited = moment >= at('10:00') && moment < at('11:00')
    const isAway = moment >= at('12:00') && moment < at('13:00')
    const share = isAway ? 0 : isLimited ? 0.5 : 1
    return {
      powerW: (isDead ? 6000 : 8000) * share,
      errorWord: errorWordOf(
        isAway ? ['E3'] : [...(isLimited ? (['A1'] as const) : []), ...(isDead ? (['A3'] as const) : [])],
      ),
      stringCurrentA: [5, isDead ? 0 : 5, 5, 5].map((current) => current * share),
      mpptVoltageV: [600, 600],
    }
  }
  const [from, to] = [at('07:00'), at('14:00')]
  await plant.logger.send({
    devices: [
      ...framesOf(hurt ?? '', from, to, (moment) => values(true, moment)),
      ...framesOf(sound ?? '', from, to, (moment) => values(false, moment)),
    ],
    sensors: Array.from({ length: 84 }, (_, nth) => ({
      at: from + nth * 5 * minute,
      irradianceWm2: 800 + (nth % 2),
      moduleC: 25,
    })),
  })
  const cards = await priced(plant, to)
  const seen = cards
    .map(({ code, deviceCount, lostEnergyKwh }) => ({ code, deviceCount, kWh: Math.round(lostEnergyKwh ?? -1) }))
    .toSorted((a, b) => a.code.localeCompare(b.code))
  // 16 kW less what was made: 2, 9, 2, 16 and 2 kWh in the hours from 9 to 14.
  expect(seen).toEqual([
    { code: 'A1', deviceCount: 2, kWh: 8 },
    { code: 'A3', deviceCount: 1, kWh: 7 },
    { code: 'E3', deviceCount: 2, kWh: 16 },
  ])
  expect(cards.reduce((sum, card) => sum + (card.lostEnergyKwh ?? 0), 0)).toBeCloseTo(31, 1)
})

test('a power limit or an IV scan raises no string alarm', async () => {
  portal.clock.now = at('10:00')
  const values = { powerW: 5000, stringCurrentA: [5, 0.2, 5, 5], mpptVoltageV: [600, 700] }
  const blamed = async (subState: 'limited' | 'ivScanning' | undefined, errorWord = 0) => {
    const plant = await addTestPlant(portal, owner, { devices: 1 })
    await plant.logger.send({
      devices: framesOf(plant.devices[0]?.serial ?? '', at('09:00'), at('10:00'), () => ({
        ...values,
        errorWord,
        ...(subState && { subState }),
      })),
    })
    return (await cardsOf(plant)).filter(({ code }) => code === 'A3').length
  }
  expect(await blamed(undefined)).toBe(1)
  expect(await blamed('limited')).toBe(0)
  expect(await blamed('ivScanning', errorWordOf(['A3']))).toBe(0)
  expect(await blamed(undefined, errorWordOf(['A1', 'A3']))).toBe(0)
})

test('an IV scan that the service ordered raises no string alarm, even without a sub-state of the inverter', async () => {
  portal.clock.now = at('10:00')
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  const deviceId = plant.devices[0]?.id
  const { pool } = portal.db
  await pool.query(
    `with ordered as (
       insert into command (kind, cause, station_id, created_at, expires_at)
       values ('ivScan', 'person', $1, $3, $4) returning id
     ), part as (
       insert into command_device (command_id, device_no, logger_id, position, is_canary, state, is_open, changed_at)
       select ordered.id, device.no, device.logger_id, 0, false, 'SUCCESSFUL', false, $4
       from ordered, device where device.id = $2 returning id
     )
     insert into command_step (command_device_id, at, state, by)
     select part.id, step.at, step.state, 'logger'
     from part, (values ($3::timestamptz, 'DELIVERED'), ($4::timestamptz, 'SUCCESSFUL')) as step (at, state)`,
    [plant.stationId, deviceId, new Date(at('09:00')), new Date(at('09:10'))],
  )
  const swept = { powerW: 3000, stringCurrentA: [5, 0, 5, 5], mpptVoltageV: [600], errorWord: errorWordOf(['A3']) }
  const well = { powerW: 6000, stringCurrentA: [5, 5, 5, 5], mpptVoltageV: [600] }
  await plant.logger.send({
    devices: framesOf(plant.devices[0]?.serial ?? '', at('08:00'), at('10:00'), (moment) =>
      moment >= at('09:00') && moment <= at('09:10') ? swept : well,
    ),
  })
  expect(await cardsOf(plant)).toEqual([])
})

test('a loss known for a part of the time states that share', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  portal.clock.now = at('12:00')
  // From 11:00 on it sends nothing, and its counter does not bridge the gap either.
  await plant.logger.send({
    devices: plant.devices.flatMap(({ serial }, device) =>
      framesOf(serial, at('08:00'), device === 0 ? at('11:00') : at('12:00'), (moment) =>
        device === 0 && moment >= at('10:00') ? { powerW: 0, errorWord: tripped } : { powerW: 6000 },
      ),
    ),
  })
  const card = (await priced(plant, at('12:00'))).find(({ code }) => code === 'F7')
  expect(card).toMatchObject({ lostEnergyKwh: expect.closeTo(6, 6), lossShare: expect.closeTo(0.5, 6) })
})

test('the loss of an alarm of several days is current to the quarter-hour', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  const [dead, ...others] = plant.devices.map(({ serial }) => serial)
  const since = Date.parse('2026-06-10T09:00:00Z')
  const shines = (moment: number) => moment % 86_400_000 >= 8 * 3_600_000 && moment % 86_400_000 < 12 * 3_600_000
  const send = async (from: string, to: string) => {
    const [first, end] = [Date.parse(from), Date.parse(to)]
    portal.clock.now = end
    const power = (moment: number) => ({ powerW: shines(moment) ? 6000 : 0 })
    const trip = (moment: number) => (moment < since ? power(moment) : { powerW: 0, errorWord: tripped })
    const all = [
      ...others.flatMap((serial) => framesOf(serial, first, end, power)),
      ...framesOf(dead ?? '', first, end, trip),
    ]
    await plant.logger.send({ devices: all })
  }
  const lost = async () => {
    const [card] = await priced(plant, portal.clock.now)
    return { kwh: card?.lostEnergyKwh, income: card?.lostIncome }
  }
  const is = (kwh: number) => ({ kwh: expect.closeTo(kwh, 6), income: expect.closeTo(kwh / 10, 6) })
  await send('2026-06-10T06:00:00Z', '2026-06-15T09:00:00Z')
  // Three hours of the first day, four days of four hours, one hour of the last.
  expect(await lost()).toEqual(is(6 * (3 + 16 + 1)))
  await send('2026-06-15T09:00:00Z', '2026-06-15T09:30:00Z')
  expect(await lost()).toEqual(is(6 * (3 + 16 + 1.5)))
  await send('2026-06-15T09:30:00Z', '2026-06-16T08:15:00Z')
  expect(await lost()).toEqual(is(6 * (3 + 16 + 4 + 0.25)))
  // A day later all of it is worked out anew, and is the same.
  await send('2026-06-16T08:15:00Z', '2026-06-16T09:15:00Z')
  expect(await lost()).toEqual(is(6 * (3 + 16 + 4 + 1.25)))
  await portal.db.pool.query('update alarm set losses_at = null')
  expect(await lost()).toEqual(is(6 * (3 + 16 + 4 + 1.25)))
})
