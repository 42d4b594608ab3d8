import { analyseAll, sensorsOf } from '../testing/test-days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'

const [hourMs, stepMs, dayMs] = [3_600_000, 900_000, 86_400_000]
const { portal, owner } = sharedPortal('2026-06-12T16:00:00Z')
const june = { midnight: Date.parse('2026-06-08T22:00:00Z'), first: 9, month: '2026-06', noon: 13, light: 8 }
/** The sun stands under 40 degrees at noon. */
const march = { midnight: Date.parse('2026-03-15T23:00:00Z'), first: 16, month: '2026-03', noon: 12, light: 6 }
type Season = typeof june

let plant: TestPlant

/** Share of a full sun on a clear day. */
function sunAt({ midnight, noon, light }: Season, at: number): number {
  const hour = ((at - midnight) / hourMs) % 24
  return Math.max(0, Math.cos((Math.PI / 2) * ((hour - noon) / light))) ** 1.3
}

/** A day of frames with power alone; power of each inverter by the share of a clear sky, W. */
async function send(
  season: Season,
  nth: number,
  powers: ((sun: number, at: number) => number)[],
  { light = 0, counterKwh = null }: { light?: number; counterKwh?: number | null } = {},
) {
  const from = season.midnight + nth * dayMs
  const instants = Array.from({ length: 96 }, (_, step) => from + step * stepMs)
  await plant.logger.send({
    devices: powers.flatMap((power, own) =>
      instants.map((at) =>
        frame(plant.devices[own]?.serial ?? '', at, {
          powerW: power(sunAt(season, at), at),
          energyTotalKwh: counterKwh,
        }),
      ),
    ),
    sensors:
      light > 0
        ? sensorsOf(new Date(from).toISOString(), new Date(from + dayMs).toISOString(), (at) => ({
            irradianceWm2: light * sunAt(season, at),
          }))
        : [],
  })
  await analyseAll(portal)
}

async function begin(devices = 1, ratedPowerW = 10_000) {
  plant = await addTestPlant(portal, owner, { devices, ratedPowerW, latitude: 52.5 })
}

const dateOf = ({ first, month }: Season, nth: number) => `${month}-${String(first + nth).padStart(2, '0')}`

async function getDay(season: Season, nth: number) {
  const [params, query] = [{ stationId: plant.stationId }, { date: dateOf(season, nth) }]
  const aside = await owner.call('GET /stations/:stationId/kept-aside', { params, query })
  const day = await owner.call('GET /stations/:stationId/day', { params, query })
  return { reasons: aside.data.map(({ reason }) => reason), kwh: day.data.figures.energyKwh }
}

const unknown = { reasons: ['unit'], kwh: null }
/** Of 10 kW. */
const whole = (sun: number) => Math.round(8 * sun)
const dull = (sun: number) => Math.round(1.6 * sun)

describe('power of a small inverter sent in whole kW is kept aside', () => {
  test('compared with the clear sky alone: on a clear day, then on overcast days before and after it', async () => {
    await begin()
    await send(june, 0, [dull])
    expect(await getDay(june, 0)).toMatchObject({ reasons: [] })
    await send(june, 1, [whole])
    expect(await getDay(june, 1)).toEqual(unknown)
    expect(await getDay(june, 0)).toEqual(unknown)
    await send(june, 2, [dull])
    expect(await getDay(june, 2)).toEqual(unknown)
  })

  test('compared with a sensor, and with siblings, on a single day', async () => {
    await begin()
    await send(june, 0, [whole], { light: 900 })
    expect(await getDay(june, 0)).toEqual(unknown)
    await begin(2)
    await send(june, 0, [(sun) => 8000 * sun, whole])
    expect(await getDay(june, 0)).toMatchObject({ reasons: ['unit'] })
  })

  test('under the low sun of spring once several days agree; a person may accept the values', async () => {
    await begin()
    for (const nth of [0, 1]) await send(march, nth, [whole])
    await send(march, 2, [dull])
    await send(march, 3, [whole])
    expect(await getDay(march, 3)).toMatchObject({ reasons: [] })
    await send(march, 4, [whole])
    for (const nth of [0, 1, 2, 3, 4]) expect(await getDay(march, nth)).toEqual(unknown)
    const params = { stationId: plant.stationId }
    const { data } = await owner.call('GET /stations/:stationId/kept-aside', {
      params,
      query: { date: dateOf(march, 4) },
    })
    for (const { reason, loggerId, deviceId, from, to } of data)
      await owner.call('POST /stations/:stationId/kept-aside', {
        params,
        body: { reason, loggerId, deviceId, from, to },
      })
    await analyseAll(portal)
    expect((await getDay(march, 4)).kwh).toBeGreaterThan(0.02)
  })
})

describe('a day of zeros of an inverter that sends whole kW', () => {
  const zero = () => 0
  const none = { reasons: [], kwh: 0 }

  test('is not known between days of whole kW: each frame may have been up to half a kW', async () => {
    await begin()
    for (const [nth, power] of [zero, whole, zero, whole].entries()) await send(june, nth, [power])
    for (const nth of [0, 1, 2, 3]) expect(await getDay(june, nth)).toEqual(unknown)
  })

  test('is not known under little light by a sensor, or with siblings of little power', async () => {
    await begin()
    await send(june, 0, [whole], { light: 900 })
    await send(june, 1, [zero], { light: 45 })
    expect(await getDay(june, 1)).toEqual(unknown)
    await begin(2)
    await send(june, 0, [(sun) => 8000 * sun, whole])
    await send(june, 1, [(sun) => 300 * sun, zero])
    expect(await getDay(june, 1)).toMatchObject({ reasons: ['unit'] })
  })

  test('is zero if it is dead in the light, if siblings stand still as well, and by a counter that stood', async () => {
    await begin()
    await send(june, 0, [whole], { light: 900 })
    await send(june, 1, [zero], { light: 900 })
    expect(await getDay(june, 1)).toEqual(none)
    await begin(2)
    await send(june, 0, [(sun) => 8000 * sun, whole])
    await send(june, 1, [zero, zero])
    await send(june, 2, [(sun) => 8000 * sun, zero])
    expect(await getDay(june, 1)).toEqual(none)
    expect(await getDay(june, 2)).toMatchObject({ reasons: [] })
    await begin()
    await send(june, 0, [whole])
    await send(june, 1, [zero], { counterKwh: 512 })
    expect(await getDay(june, 1)).toEqual(none)
  })

  test('is zero beside days of watts', async () => {
    await begin()
    for (const [nth, power] of [(sun: number) => 8000 * sun, zero, (sun: number) => 8000 * sun].entries())
      await send(june, nth, [power])
    expect(await getDay(june, 1)).toEqual(none)
  })
})

describe('whole kW of an inverter of less than three kW', () => {
  const small = (sun: number) => Math.round(1.8 * sun)

  test('are kept aside compared with siblings, with a sensor, and on a clear day', async () => {
    await begin(2, 2000)
    await send(june, 0, [(sun) => 1800 * sun, small])
    expect(await getDay(june, 0)).toMatchObject({ reasons: ['unit'] })
    await begin(1, 2000)
    await send(june, 0, [small], { light: 900 })
    expect(await getDay(june, 0)).toEqual(unknown)
    await begin(1, 2000)
    await send(june, 0, [small])
    expect(await getDay(june, 0)).toEqual(unknown)
  })

  test.each([
    ['a watt as soon as there is light', (sun: number) => (sun > 0.01 ? 1 : 0)],
    ['a watt all day', () => 1],
    ['a watt or none at random', (_: number, at: number) => (Math.sin(at / 1e6) > 0 ? 1 : 0)],
    ['a watt in the morning', (_: number, at: number) => ((at / hourMs) % 24 < 9 ? 1 : 0)],
  ])('of a dead one that reports %s, watts are accepted', async (_, power) => {
    for (const beside of [{ light: 900 }, {}]) {
      await begin(1, 2000)
      await send(june, 0, [power], beside)
      expect(await getDay(june, 0)).toMatchObject({ reasons: [] })
    }
    await begin(2, 2000)
    await send(june, 0, [(sun) => 1800 * sun, power])
    expect(await getDay(june, 0)).toMatchObject({ reasons: [] })
  })
})

describe('power of some whole watts is accepted', () => {
  const noise = (_sun: number, at: number) => Math.round(4 + 3 * Math.sin(at / 1e6))
  test.each([
    [
      'of modules under snow that lets a thousandth of the sun through, beside neighbours',
      [(sun: number) => 8000 * sun, whole],
    ],
    ['of all modules under it', [whole]],
    ['of a dead one that tells noise', [noise]],
    ['of one that is held down', [() => 8]],
  ])('%s, in spring', async (_what, powers) => {
    await begin(powers.length)
    await send(march, 0, powers, { light: 900 })
    expect(await getDay(march, 0)).toMatchObject({ reasons: [] })
  })

  test('under snow that settles and melts from day to day', async () => {
    await begin()
    for (const [nth, share] of [4, 6, 9, 14, 60, 4000, 8000].entries())
      await send(march, nth, [(sun) => Math.round(share * sun)])
    for (const nth of [0, 1, 2, 3, 4, 5, 6]) expect(await getDay(march, nth)).toMatchObject({ reasons: [] })
  })

  test('of a dead or limited inverter in summer, and of a sound one at dawn', async () => {
    await begin(3)
    await send(june, 0, [noise, () => 8, (sun) => Math.round(8000 * sun ** 3)])
    expect(await getDay(june, 0)).toMatchObject({ reasons: [] })
  })
})
