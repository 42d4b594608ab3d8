import { alarmsIn, deviceModes, lowLightAlarms } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { dayAt } from '@helioport/time/node'
import { createSwitchboard } from '../switchboard/switchboard.ts'
import { tickMs } from '../time/tick.ts'
import { play, type Upload } from './play.ts'
import { type ScenarioName, scenarioNames, scenarios, scenarioSwitches, scenarioWorld } from './scenario.ts'

const minute = 60_000
const hour = 60 * minute
/** Noon in Changhua, morning in Arava, night in America. */
const began = Date.UTC(2026, 4, 20, 4)

async function run(
  name: ScenarioName,
  keys: string[],
  from = began,
  to = began + 2 * hour,
  seed = 1,
): Promise<Upload[]> {
  const board = createSwitchboard(scenarioWorld(name, seed, began), seed, scenarioSwitches(name, seed, began))
  const plants = scenarioWorld(name, seed, began).filter(({ key }) => keys.includes(key))
  return play({ plants, board, seed, from, to })
}
const frames = (uploads: Upload[], plant?: string) =>
  uploads.filter((u) => plant === undefined || u.plant === plant).flatMap(({ batch }) => batch.devices)
const codes = (frame: DeviceFrame) => alarmsIn(frame.errorWord)
const within = (frame: DeviceFrame, from: number, to: number) =>
  frame.at > began + from * minute && frame.at <= began + to * minute

test.each(scenarioNames)('%s: the same seed and clock give the same bytes, another seed gives others', async (name) => {
  const bytes = async (seed: number) =>
    (await run(name, ['changhua', 'freiburg'], began, began + hour, seed)).map(
      ({ sentAt, body }) => `${sentAt} ${Buffer.from(body).toString('base64')}`,
    )
  const first = await bytes(1)
  expect(first.length).toBeGreaterThan(10)
  expect(await bytes(1)).toEqual(first)
  expect(await bytes(2)).not.toEqual(first)
  expect(scenarios[name].about).toMatch(/^[A-Z].{40,}\.$/)
})

test('calm: a day without steps or gaps, and only low-light alarms', async () => {
  const all = frames(await run('calm', ['arava'], began - 4 * hour, began + 20 * hour))
  const serials = [...new Set(all.map(({ serial }) => serial))]
  expect(serials).toHaveLength(
    scenarioWorld('calm', 1, began).find(({ key }) => key === 'arava')?.inverters.length ?? 0,
  )
  expect(all.flatMap(codes).filter((code) => !lowLightAlarms.has(code))).toEqual([])
  for (const serial of serials) {
    const own = all.filter((frame) => frame.serial === serial)
    const rated = Math.max(...own.map(({ powerW }) => powerW ?? 0))
    for (const [i, frame] of own.slice(1).entries()) {
      expect(frame.at - (own[i]?.at ?? 0)).toBe(tickMs)
      expect(Math.abs((frame.powerW ?? 0) - (own[i]?.powerW ?? 0))).toBeLessThan(0.06 * rated)
    }
  }
})

test('storm: ragged power, E2 while the voltage sags, one silent inverter, then complete late frames', async () => {
  const uploads = await run('storm', ['changhua'], began, began + 3 * hour)
  const all = frames(uploads)
  const sagging = all.filter((frame) => within(frame, 24, 30))
  expect(sagging.length).toBeGreaterThan(8)
  expect(sagging.every((frame) => codes(frame).includes('E2') && (frame.powerW ?? 0) <= 0)).toBe(true)
  const last = scenarioWorld('storm', 1, began)
    .find(({ key }) => key === 'changhua')
    ?.inverters.at(-1)?.serial
  expect(all.filter((frame) => frame.serial === last && within(frame, 41, 69))).toEqual([])
  expect(uploads.filter(({ sentAt }) => sentAt >= began + 80 * minute && sentAt < began + 105 * minute)).toEqual([])
  expect(all.filter((frame) => within(frame, 80, 105))).toHaveLength(5 * 8)
  const power = all.filter((frame) => frame.serial !== last && within(frame, 35, 180)).map(({ powerW }) => powerW ?? 0)
  const mean = power.reduce((a, b) => a + b, 0) / power.length
  expect(Math.sqrt(power.reduce((sum, p) => sum + (p - mean) ** 2, 0) / power.length) / mean).toBeGreaterThan(0.2)
})

test('grid-trip: E3 and no voltage on every inverter that is awake; staggered return within five minutes', async () => {
  const uploads = await run('grid-trip', ['changhua', 'dunhuang', 'petrolina'])
  for (const plant of ['changhua', 'dunhuang']) {
    const all = frames(uploads, plant)
    const tripped = all.filter((frame) => within(frame, 31, 69))
    expect(tripped.length).toBeGreaterThanOrEqual(7 * 8)
    for (const frame of tripped) {
      expect(codes(frame)).toContain('E3')
      expect(frame.mode).toBe(deviceModes.standby)
      expect(frame.acVoltageV).toEqual([0, 0, 0])
    }
    expect(all.filter((frame) => within(frame, 75, 120)).every((frame) => !codes(frame).includes('E3'))).toBe(true)
    const returning = all.filter((frame) => frame.at === began + 75 * minute).map(({ powerW }) => powerW ?? 0)
    expect(Math.min(...returning)).toBeGreaterThan(0)
    expect(new Set(returning.map((p) => Math.round(p / 1000))).size).toBeGreaterThan(2)
  }
  expect(frames(uploads, 'petrolina')).toEqual([])
})

test('dst: the autumn day has 25 hours, no repeated instant, and a day counter that starts at midnight', async () => {
  const zone = 'Europe/Berlin'
  expect(scenarios.dst.historyDays?.(Date.UTC(2026, 10, 21, 9))).toBe(30)
  const uploads = await run('dst', ['freiburg', 'arava'], Date.UTC(2026, 9, 24, 18), Date.UTC(2026, 9, 26, 18))
  const sensorsOf = (date: string) =>
    uploads.flatMap(({ batch }) => batch.sensors ?? []).filter(({ at }) => dayAt(at - 1, 'Asia/Jerusalem') === date)
  // Israel's clocks go back in the same night.
  expect(sensorsOf('2026-10-25')).toHaveLength(25 * 12)
  expect(new Set(sensorsOf('2026-10-25').map(({ at }) => at)).size).toBe(25 * 12)
  const day = frames(uploads, 'freiburg').filter(({ at }) => dayAt(at - 1, zone) === '2026-10-25')
  for (const serial of new Set(day.map((frame) => frame.serial))) {
    const own = day.filter((frame) => frame.serial === serial)
    expect(own[0]?.energyTodayKwh).toBe(0)
    const counted = (own.at(-1)?.energyTotalKwh ?? 0) - (own[0]?.energyTotalKwh ?? 0)
    expect(counted).toBeGreaterThan(3)
    expect(own.at(-1)?.energyTodayKwh).toBeCloseTo(counted, 2)
  }
})

test('backlog: silence, then the newest frame first, the rest oldest first, and in the end all frames', async () => {
  const to = began + 2 * hour
  const uploads = await run('backlog', ['changhua', 'arava'])
  const arava = uploads.filter(({ plant }) => plant === 'arava')
  expect(uploads.filter(({ plant }) => plant === 'changhua')).toHaveLength(23)
  const after = arava.filter(({ sentAt }) => sentAt >= began + 100 * minute)
  expect(arava.some(({ sentAt }) => sentAt > began + 10 * minute && sentAt < began + 100 * minute)).toBe(false)
  expect(after[0]?.batch.devices[0]?.at).toBe(began + 100 * minute)
  const order = after.slice(1).flatMap(({ batch }) => batch.devices.map(({ at }) => at))
  expect(order[0]).toBe(began + 10 * minute)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(after[1]?.sentAt).toBeLessThan(began + 105 * minute)
  const plants = scenarioWorld('backlog', 1, began).filter(({ key }) => key === 'arava')
  const sound = await play({ plants, board: createSwitchboard(plants, 1), seed: 1, from: began, to })
  const key = (all: DeviceFrame[]) => new Map(all.map((f) => [`${f.serial} ${f.at}`, f]))
  expect(key(frames(arava))).toEqual(key(frames(sound)))
})
