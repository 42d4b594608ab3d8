import { createPlant, type PlantState } from '../device/plant.ts'
import { tickMs } from '../time/tick.ts'
import { copyState } from '../logger/batch.ts'
import { httpIngestDoor } from '@helioport/gateway/ingest-door'
import { portalDouble, type PortalDouble } from '../testing/portal-double.ts'
import { changhua } from '../world/taiwan.ts'
import { freiburg } from '../world/germany.ts'
import { makeHere } from './batch-maker.ts'
import { fillHistory, type FillSettings, type FillTarget } from './fill.ts'

const from = Date.UTC(2026, 6, 1)
const until = from + 86_400_000
const plants = new Map([freiburg(1), changhua(1, until)].map((spec) => [spec.key, createPlant(spec, 1)]))

let portal: PortalDouble
beforeEach(async () => {
  portal = await portalDouble()
})
afterEach(() => portal.close())

function target(plantKey: string, state: PlantState | undefined, saved: PlantState[] = []) {
  let current = state ?? plants.get(plantKey)?.stateAt(from)
  let seq = 0
  const made: FillTarget = {
    plantKey,
    key: `key of ${plantKey}`,
    door: httpIngestDoor(portal.url),
    serial: plantKey,
    state: () => {
      if (!current) throw new Error(`no plant ${plantKey}`)
      return current
    },
    envelope: () => ({ logger: plantKey, seq: seq++, loggerTime: until, uptimeS: 0 }),
    acknowledge: (next) => {
      current = copyState(next)
      saved.push(current)
    },
  }
  return made
}

function settings(change: Partial<FillSettings> = {}): FillSettings {
  return {
    make: makeHere(plants).make,
    wait: () => Promise.resolve(),
    report: () => undefined,
    until,
    maxRows: 200,
    parallel: 2,
    progress: () => undefined,
    ...change,
  }
}

test('sends all missing history once, in order of time per plant, and progress ends at one', async () => {
  const shares: number[] = []
  const targets = [target('freiburg', undefined), target('changhua', undefined)]
  const sent = await fillHistory(targets, settings({ progress: ({ share }) => shares.push(share) }))
  expect(sent).toBe(portal.samples.size)
  expect(sent).toBeGreaterThan(1500)
  for (const key of ['freiburg', 'changhua']) {
    const own = portal.batches.filter((batch) => batch.logger === key)
    expect(own.map((batch) => batch.seq)).toEqual([...own.keys()])
    const times = own.flatMap((batch) => batch.devices.map((frame) => frame.at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
  expect(shares.at(-1)).toBe(1)
  expect(targets.every((t) => t.state().at === until)).toBe(true)
})

test('cut connections lose no samples', async () => {
  portal.failNext(5, 'cut')
  const sent = await fillHistory([target('freiburg', undefined)], settings())
  expect(portal.samples.size).toBe(sent)
  expect(portal.batches.flatMap((b) => b.devices)).toHaveLength(new Set(portal.samples.keys()).size)
})

test('resumes from a saved state: sends only the rest, with the same counters', async () => {
  const saved: PlantState[] = []
  await fillHistory([target('freiburg', undefined, saved)], settings())
  const whole = new Map(portal.samples)
  const middle = saved[Math.floor(saved.length / 2)]
  portal.samples.clear()
  await fillHistory([target('freiburg', middle)], settings())
  expect(portal.samples.size).toBeLessThan(whole.size)
  for (const [key, kwh] of portal.samples) expect(whole.get(key)).toBe(kwh)
  const firstAt = Math.min(...[...portal.samples.keys()].map((key) => Number(key.split(' ')[1])))
  expect(firstAt).toBeGreaterThanOrEqual((middle?.at ?? 0) + tickMs)
})

test('a refused key ends the history with logger.keyWrong', async () => {
  const wrong = { ...target('freiburg', undefined), key: 'another' }
  await expect(fillHistory([wrong], settings())).rejects.toThrow(/401 logger.keyWrong/)
})
