import type { DeviceFrame } from '@helioport/contract/ingest'
import { sharedPortal } from '../../../testing/shared-portal.ts'
import { analyseAll, sendAll } from '../../../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../../../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-12T16:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const midnight = Date.parse('2026-06-07T22:00:00Z')
const dates = ['2026-06-08', '2026-06-09', '2026-06-10']

/** Instant of an hour of the first day. */
const hour = (hours: number) => midnight + hours * hourMs

/** Energy that 3 kW from 6 to 18 o'clock have made since the first midnight. */
function madeBy(at: number): number {
  const days = Math.floor((at - midnight) / dayMs)
  const since = Math.max(at - midnight - days * dayMs - 6 * hourMs, 0)
  return 36 * days + (3 * Math.min(since, 12 * hourMs)) / hourMs
}

interface Fault {
  /** Hours of the first midnight between which the counter stands. */
  stands: [from: number, to: number]
  /** Hours between which nothing is sent. */
  silent?: [from: number, to: number]
  /** The energy made meanwhile is never shown. */
  isLost?: boolean
  minutes?: number
  /** Power that is sent while it makes 3 kW. */
  saidW?: number
}

function framesOf(serial: string, { stands, silent, isLost = false, minutes = 5, saidW = 3000 }: Fault): DeviceFrame[] {
  const [from, to] = stands.map(hour) as [number, number]
  const shown = (at: number) => {
    if (at < from) return madeBy(at)
    if (at < to) return madeBy(from)
    return madeBy(at) - (isLost ? madeBy(to) - madeBy(from) : 0)
  }
  return Array.from({ length: (3 * 24 * 60) / minutes }, (_, nth) => midnight + nth * minutes * minuteMs)
    .filter((at) => !silent || at < hour(silent[0]) || at >= hour(silent[1]))
    .map((at) =>
      frame(serial, at, {
        powerW: madeBy(at + 1) > madeBy(at) ? saidW : 0,
        energyTotalKwh: Math.round((1000 + shown(at)) * 100) / 100,
      }),
    )
}

async function figuresOf(plant: TestPlant) {
  const params = { stationId: plant.stationId }
  const days = []
  for (const date of dates) {
    const { data } = await owner.call('GET /stations/:stationId/day', { params, query: { date } })
    days.push(data)
  }
  const query = { date: dates[0] ?? '', period: 'week' }
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query })
  const { data: device } = await owner.call('GET /devices/:deviceId', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
  })
  return {
    kwh: days.map(({ figures }) => figures.energyKwh),
    hours: days.map(({ hours }) => hours.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0)),
    week: dates.map((date) => week.data.series.find(({ from }) => from === date)?.energyKwh),
    marked: days.map(({ quality }) => quality.filter(({ kind }) => kind === 'reset' || kind === 'outlier')),
    lifetimeKwh: device.energyTotalKwh,
  }
}

const faults: [name: string, fault: Fault][] = [
  ['from the afternoon until the next morning', { stands: [14, 24 + 8] }],
  ['from the afternoon until the next morning, every quarter of an hour', { stands: [14, 24 + 8], minutes: 15 }],
  ['from the afternoon until the next morning, every hour', { stands: [14, 24 + 8], minutes: 60 }],
  ['from the afternoon on, silent until the next morning', { stands: [14, 24 + 8], silent: [22, 24 + 8] }],
  ['from the afternoon on, silent until before dawn', { stands: [14, 24 + 4], silent: [22, 24 + 4] }],
  ['for so short that its jump is a possible one', { stands: [17.5, 24 + 6.25] }],
  ['for the last ten minutes of its day', { stands: [17 + 5 / 6, 24 + 6.1] }],
  ['for the last ten minutes of its day, every minute', { stands: [17 + 5 / 6, 24 + 6.1], minutes: 1 }],
  ['for the last minutes of its day and the next morning', { stands: [17 + 5 / 6, 24 + 8] }],
  ['for the last minutes of its day, and lost what was made', { stands: [17 + 5 / 6, 24 + 8], isLost: true }],
  ['until the middle of the night', { stands: [15, 24 + 1] }],
  ['from the afternoon on, and lost what was made', { stands: [14, 24 + 8], isLost: true }],
  ['over a whole day', { stands: [14, 48 + 8] }],
  ['over a whole day, and lost what was made', { stands: [14, 48 + 8], isLost: true }],
  ['from before midnight until noon', { stands: [20, 24 + 12] }],
]

test.each(faults)('a counter that stands still %s: no energy is lost or counted twice', async (_, fault) => {
  const plant = await addTestPlant(portal, owner)
  await sendAll(plant, framesOf(plant.devices[0]?.serial ?? '', fault))
  await analyseAll(portal)
  const { kwh, hours, week, marked, lifetimeKwh } = await figuresOf(plant)
  const whole = dates.map(() => expect.closeTo(36, 1) as number)
  expect({ kwh, hours, week }).toEqual({ kwh: whole, hours: whole, week: whole })
  expect(lifetimeKwh).toBeCloseTo(1108, 1)
  if (fault.stands[0] < 18) expect(marked[0]).toContainEqual(expect.objectContaining({ kind: 'outlier' }))
})

test('energy of a counter that stood overnight is the same whatever the order of frames', async () => {
  const states = []
  for (const order of ['as it was', 'second half first', 'evening last'] as const) {
    const plant = await addTestPlant(portal, owner)
    const all = framesOf(plant.devices[0]?.serial ?? '', { stands: [14, 24 + 8], saidW: 3300 })
    const isLast = ({ at }: DeviceFrame) =>
      order === 'second half first' ? at < hour(22) : order === 'evening last' && at > hour(15) && at < hour(17)
    await sendAll(
      plant,
      all.filter((own) => !isLast(own)),
    )
    await analyseAll(portal)
    const late = all.filter(isLast)
    if (late.length > 0) await sendAll(plant, late)
    await analyseAll(portal)
    const { kwh, hours, week, lifetimeKwh } = await figuresOf(plant)
    states.push({ kwh, hours, week, lifetimeKwh })
  }
  expect(states[1]).toEqual(states[0])
  expect(states[2]).toEqual(states[0])
})

test.each([500, 9000])(
  'the energy that a counter loses at a single frame of %d kWh is taken from power',
  async (odd) => {
    const plant = await addTestPlant(portal, owner)
    const lost = 3 / 6
    const devices = framesOf(plant.devices[0]?.serial ?? '', { stands: [0, 0] }).map((own) => {
      if (own.at === hour(12)) return { ...own, energyTotalKwh: odd }
      return own.at > hour(12) ? { ...own, energyTotalKwh: (own.energyTotalKwh ?? 0) - lost } : own
    })
    await sendAll(plant, devices)
    await analyseAll(portal)
    const { kwh, hours, week, marked, lifetimeKwh } = await figuresOf(plant)
    const whole = dates.map(() => expect.closeTo(36, 1) as number)
    expect({ kwh, hours, week }).toEqual({ kwh: whole, hours: whole, week: whole })
    expect(lifetimeKwh).toBeCloseTo(1108, 1)
    expect(marked[0]).toEqual([expect.objectContaining({ kind: 'outlier' })])
  },
)
