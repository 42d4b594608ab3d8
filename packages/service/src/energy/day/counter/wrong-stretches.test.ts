import type { DeviceFrame } from '@helioport/contract/ingest'
import { sharedPortal } from '../../../testing/shared-portal.ts'
import { analyseAll, sendAll } from '../../../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../../../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.parse('2026-06-08T22:00:00Z')
const noon = midnight + 12 * hourMs
const query = { date: '2026-06-09' }

/** Energy that 3 kW from 6 to 18 o'clock have made. */
function madeBy(at: number): number {
  const since = Math.max(at - midnight - 6 * hourMs, 0)
  return (3 * Math.min(since, 12 * hourMs)) / hourMs
}

/** Frames of a day every so many minutes, with the counter that is shown. */
function framesOf(serial: string, minutes: number, shown: (at: number) => number): DeviceFrame[] {
  return Array.from({ length: (24 * 60) / minutes }, (_, nth) => midnight + nth * minutes * minuteMs).map((at) =>
    frame(serial, at, {
      powerW: madeBy(at + 1) > madeBy(at) ? 3000 : 0,
      energyTotalKwh: shown(at),
    }),
  )
}

async function figuresOf(plant: TestPlant) {
  const params = { stationId: plant.stationId }
  const { data: day } = await owner.call('GET /stations/:stationId/day', { params, query })
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query: { ...query, period: 'week' } })
  const hours = day.hours.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0)
  const stored = week.data.series.find(({ from }) => from === query.date)
  const { data: device } = await owner.call('GET /devices/:deviceId', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
  })
  return { day, lifetimeKwh: device.energyTotalKwh, sums: [day.figures.energyKwh, hours, stored?.energyKwh] }
}

/** What a counter shows from noon on for as many frames as `minutes` hold, in place of the true one. */
const beside: [
  name: string,
  minutes: number,
  shown: (trueKwh: number) => number,
  after?: (trueKwh: number) => number,
][] = [
  ['stands lower for three frames and comes back', 15, () => 500],
  ['stands lower for three hours and comes back', 180, () => 500],
  ['stands a little lower and comes back', 10, () => 1017.4],
  ['stands at zero', 30, () => 0],
  ['stands higher for three frames and comes back', 15, () => 9000],
  ['wanders lower', 30, (kwh) => 500 + ((kwh * 7) % 3)],
  ['stands lower, and goes on from there', 45, () => 500, (kwh) => kwh - 1020.25 + 500],
  ['comes back to where it was, and lost the minutes between', 60, () => 500, (kwh) => kwh - 3.25],
  ['stands, and then jumps to the truth', 90, () => 1018],
  ['stands less than a step lower, and comes back', 90, () => 1017.6],
  ['begins anew in the midst of a step', 33, () => 500, (kwh) => kwh - 1019.65 + 500],
]

test.each(beside.flatMap((own, nth) => [nth < 3, false].slice(nth < 3 ? 0 : 1).map((isLive) => ({ own, isLive }))))(
  'a counter with wrong values for a while loses no energy: it $own.0, frame by frame $isLive',
  async ({ own: [, minutes, shown, after = Number], isLive }) => {
    const plant = await addTestPlant(portal, owner)
    const serial = plant.devices[0]?.serial ?? ''
    const devices = framesOf(serial, 5, (at) => {
      const trueKwh = 1000 + madeBy(at)
      if (at < noon) return trueKwh
      return at < noon + minutes * minuteMs ? shown(trueKwh) : after(trueKwh)
    })
    if (isLive) {
      portal.clock.now = midnight
      for (const each of devices) {
        portal.clock.now = each.at + 1000
        await sendAll(plant, [each])
      }
      portal.clock.now = Date.parse('2026-06-10T16:00:00Z')
    } else await sendAll(plant, devices)
    await analyseAll(portal)
    const { day, sums, lifetimeKwh } = await figuresOf(plant)
    expect(sums).toEqual(Array(3).fill(expect.closeTo(36, 4)))
    expect(day.hours.slice(11, 16).map(({ energyKwh }) => energyKwh)).toEqual(Array(5).fill(expect.closeTo(3, 4)))
    const marked = day.quality.filter(({ kind }) => kind === 'reset' || kind === 'outlier')
    const [from, to] = [
      Math.min(...marked.map((own) => Date.parse(own.from))),
      Math.max(...marked.map((own) => Date.parse(own.to))),
    ]
    // A jump back to the truth is marked from where the counter began to stand.
    expect(Math.abs(from - noon)).toBeLessThanOrEqual(10 * minuteMs)
    expect(Math.abs(to - noon - minutes * minuteMs)).toBeLessThanOrEqual(5 * minuteMs)
    expect(lifetimeKwh).toBeCloseTo(1036, 4)
  },
)

const registers = [5, 15, 60].flatMap((minutes) => [1, 10].map((register) => ({ minutes, register })))

test.each(registers)(
  'a register of $register kWh at $minutes min that restarts at noon loses at most one step of itself',
  async ({ minutes, register }) => {
    const plant = await addTestPlant(portal, owner)
    const serial = plant.devices[0]?.serial ?? ''
    const anew = noon + 30 * minuteMs
    const shown = (at: number) => (at < anew ? 1000 + madeBy(at) : madeBy(at) - madeBy(anew))
    const devices = framesOf(serial, minutes, (at) => register * Math.floor(shown(at) / register))
    await sendAll(plant, devices)
    await analyseAll(portal)
    const { sums } = await figuresOf(plant)
    // Energy that the last step has not shown yet is not known; energy lost at noon comes from power.
    for (const kwh of sums) {
      expect(kwh).toBeGreaterThan(36 - register - (3 * minutes) / 60)
      expect(kwh).toBeLessThan(36 + (3 * minutes) / 60)
    }
  },
)
