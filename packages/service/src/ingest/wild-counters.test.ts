import type { KeptAside } from '@helioport/contract'
import { watchLoop } from '../testing/loop-watch.ts'
import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const hourMs = 3_600_000
const date = '2026-06-10'
const from = '2026-06-09T22:00:00Z'
const to = '2026-06-10T16:00:00Z'
const midnight = Date.parse(from)

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
watchLoop(() => portal)
let plant: TestPlant

/** 4 kW from 8 to 16 o'clock, by a counter: 32 kWh. */
const powerAt = (at: number) => (at >= midnight + 8 * hourMs && at < midnight + 16 * hourMs ? 4000 : 0)
const inDay = (hour: number) => midnight + hour * hourMs

beforeEach(async () => {
  plant = await addTestPlant(portal, owner)
})

const params = () => ({ stationId: plant.stationId })

async function send(change: (at: number) => object) {
  const devices = framesOf(plant, from, to, (at) => ({ powerW: powerAt(at), frame: change(at) }))
  await sendAll(plant, devices, [])
  await analyseAll(portal)
}

async function getDay() {
  return (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data
}

async function getAside(): Promise<KeptAside[]> {
  return (await owner.call('GET /stations/:stationId/kept-aside', { params: params(), query: { date } })).data
}

test.each([
  ['one after the other', [12, 12 + 1 / 12], [1e9, 5e8]],
  ['the higher one last', [12, 12 + 1 / 12], [5e8, 1e9]],
  ['apart', [11, 13], [1e9, 7e8]],
  ['three of them', [12, 12 + 1 / 12, 12 + 2 / 12], [1e9, 5e8, 3e6]],
  ['too low ones', [12, 12 + 1 / 12], [3, 7]],
  ['one too high, one too low', [12, 12 + 1 / 12], [1e9, 3]],
])('counters that run wild are all told as kept aside: %s', async (_name, hours, wild) => {
  await send((at) => {
    const nth = hours.findIndex((hour) => inDay(hour) === at)
    return nth < 0 ? {} : { energyTotalKwh: wild[nth] }
  })
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 6)
  const told = (await getAside()).filter(({ reason, isOpen }) => reason === 'counterLimit' && !isOpen)
  expect(told.reduce((sum, { frames }) => sum + frames, 0)).toBe(wild.length)
  const all = told.flatMap(({ values }) => values.flatMap(({ least, greatest }) => [least, greatest]))
  expect(all.every((kwh) => wild.includes(kwh))).toBe(true)
  expect([Math.min(...all), Math.max(...all)]).toEqual([Math.min(...wild), Math.max(...wild)])
  expect(await getAside()).toHaveLength(told.length)
})

test('a counter that falls for a while is told as one stretch, and what it comes back to is true', async () => {
  await send((at) => (at >= inDay(12) && at < inDay(12.25) ? { energyTotalKwh: 0.1 } : {}))
  expect(await getAside()).toMatchObject([
    { reason: 'counterLimit', isOpen: false, frames: 3, values: [{ least: 0.1, greatest: 0.1 }] },
  ])
})
