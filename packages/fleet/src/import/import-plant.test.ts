import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalDouble, type PortalDouble } from '../testing/portal-double.ts'
import { twoInverters } from '../testing/plant-map.ts'
import { importPlant } from './import-plant.ts'
import { lostRows } from './report.ts'
import { reportText } from './report-text.ts'

let folder: string
let portal: PortalDouble

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helioport-import-'))
  portal = await portalDouble()
})

afterEach(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

/** Eight days of five-minute rows, enough for two batches. */
function plantFile(rows = 2304): string {
  const file = join(folder, 'plant.csv')
  const lines = Array.from({ length: rows }, (_, i) => {
    const at = new Date(Date.UTC(2026, 6, 1) + i * 300_000).toISOString().slice(0, 16).replace('T', ' ')
    const sun = Math.max(0, -Math.cos(((i % 288) / 288) * 2 * Math.PI))
    return `${at},${(9000 * sun).toFixed(1)},${(9 * sun).toFixed(4)},${900 * sun},,68`
  })
  writeFileSync(file, ['time,p1,p2,g1,g2,t', ...lines].join('\n'))
  return file
}

function run(file: string | string[], waits: number[] = [], acceptLoss = false, map = twoInverters) {
  const mapFile = join(folder, 'map.json')
  writeFileSync(mapFile, JSON.stringify(map))
  return importPlant({
    files: [file].flat(),
    mapFile,
    url: portal.url,
    account: 'owner',
    password: 'right',
    stateFile: join(folder, 'state.json'),
    acceptLoss,
    clock: {
      now: () => 1_800_000_000_000,
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
    },
    say: () => undefined,
  })
}

test('creates station, logger and devices and sends every row; a second run changes nothing', async () => {
  const file = plantFile()
  const report = await run(file)
  expect(portal.stations).toEqual(['Two inverters'])
  expect(portal.devices).toEqual(['TEST-1', 'TEST-2'])
  expect(report.sent).toEqual({ accepted: 3 * 2304, duplicates: 0, refused: 0, reasons: {} })
  expect(portal.batches.length).toBeGreaterThan(1)
  const before = portal.batches.length
  const again = await run(file)
  expect(again.sent.accepted + again.sent.duplicates).toBe(0)
  expect(again.days).toEqual(report.days)
  expect(portal.batches).toHaveLength(before)
  expect(portal.stations).toHaveLength(1)
})

test('after a cut connection, another run resumes with the same counters', async () => {
  const file = plantFile()
  await run(file)
  const whole = new Map(portal.samples)
  await portal.close()
  rmSync(join(folder, 'state.json'))
  portal = await portalDouble()
  const sending = run(file)
  await expect(
    (async () => {
      while (portal.batches.length === 0) await new Promise(setImmediate)
      portal.failNext(1000, 'cut')
      await sending
    })(),
  ).rejects.toThrow(/start again to go on/)
  const half = portal.samples.size
  expect(half).toBeLessThan(whole.size)
  portal.failNext(0, 'cut')
  const report = await run(file)
  expect(report.sent).toEqual({ accepted: whole.size - half, duplicates: 0, refused: 0, reasons: {} })
  expect(portal.samples).toEqual(whole)
})

test('retries a busy service with increasing waits', async () => {
  const waits: number[] = []
  const file = plantFile(10)
  portal.failNext(3, 'busy')
  const report = await run(file, waits)
  expect(report.sent.accepted).toBe(30)
  expect(waits).toHaveLength(3)
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0)
})

test('a file that has grown sends only its new rows', async () => {
  // Both files end in daylight: two additional readings close their last intervals.
  await run(plantFile(100))
  const report = await run(plantFile(160))
  expect(report.sent).toEqual({ accepted: 182, duplicates: 0, refused: 0, reasons: {} })
})

test('refuses a station of that name that this import did not create, also on a second try', async () => {
  portal.stations.push('Two inverters')
  await expect(run(plantFile(10))).rejects.toThrow(/has a station named/)
  await expect(run(plantFile(10))).rejects.toThrow(/has a station named/)
  expect(portal.samples.size).toBe(0)
})

test('refuses the state file of another source', async () => {
  const file = plantFile(10)
  await run(file)
  const stateFile = join(folder, 'state.json')
  const state = JSON.parse(readFileSync(stateFile, 'utf8')) as { source: string }
  writeFileSync(stateFile, JSON.stringify({ ...state, source: 'other' }))
  await expect(run(file)).rejects.toThrow(/use --state/)
})

/** Reverses the lines below the header. */
const turned = (text: string) => {
  const [head = '', ...lines] = text.split('\n')
  return [head, ...lines.toReversed()].join('\n')
}

test('descending rows in two files give the same samples', async () => {
  const file = plantFile(400)
  await run(file)
  const whole = new Map(portal.samples)
  await portal.close()
  rmSync(join(folder, 'state.json'))
  portal = await portalDouble()
  const [head = '', ...lines] = turned(readFileSync(file, 'utf8')).split('\n')
  const parts = [lines.slice(0, 150), lines.slice(150)].map((part, i) => {
    const name = join(folder, `part-${i}.csv`)
    writeFileSync(name, [head, ...part].join('\n'))
    return name
  })
  await run(parts)
  expect(portal.samples).toEqual(whole)
})

test('the report names the zone of each file and where it comes from', async () => {
  const day = (name: string, head: string, hour: number, columns: string) => {
    const file = join(folder, name)
    const lines = [0, 5, 10].map((minute) => `2026-07-04 ${hour}:${String(minute).padStart(2, '0')},600,600,68`)
    writeFileSync(file, [`${head},${columns}`, ...lines].join('\n'))
    return file
  }
  const files = [day('silent.csv', 'time', 12, 'p1,p2,x'), day('named.csv', 'time (UTC)', 10, 'g1,g2,t')]
  const text = reportText(await run(files))
  expect(text).toContain('zones      silent.csv: Europe/Berlin, the map says so, the file does not')
  expect(text).toContain('           named.csv: Etc/UTC, its heading says so')
  expect(text).toMatch(/rows {7}6, every 5 min, 2026-07-04T10:00/)
})

test('imports nothing if a row would be lost, unless losses are accepted', async () => {
  const file = plantFile(20)
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nyesterday,1,2,3,,68`)
  const refused = await run(file)
  expect([refused.stationId, lostRows(refused), portal.stations, portal.samples.size]).toEqual([null, 1, [], 0])
  expect(reportText(refused)).toContain('plant.csv line 22: unparsableTime "yesterday"')
  const taken = await run(file, [], true)
  expect([taken.sent.accepted, lostRows(taken), portal.stations]).toEqual([60, 1, ['Two inverters']])
})

test('reports samples that the service refused, with the reason', async () => {
  const report = await run(plantFile(10))
  const sent = { ...report.sent, refused: 12, reasons: { 'row.tooOld': 12 } }
  expect(reportText({ ...report, sent })).toContain('12 samples: more than twenty years ago')
  expect(lostRows({ ...report, sent })).toBe(12)
})

test('refuses new rows among those already imported', async () => {
  const file = plantFile(100)
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [head, ...lines.filter((_, i) => i !== 50)].join('\n'))
  await run(file)
  writeFileSync(file, [head, ...lines].join('\n'))
  await expect(run(file)).rejects.toThrow(/there were 99 rows when they were brought in, now there are 100/)
})

test('tells the portal once whether times are starts or ends of intervals', async () => {
  const file = plantFile(10)
  await run(file)
  await run(file)
  expect(portal.stamps).toEqual(['start'])
  await portal.close()
  rmSync(join(folder, 'state.json'))
  portal = await portalDouble()
  await run(file, [], false, { ...twoInverters, time: { ...twoInverters.time, stamp: 'end' } })
  expect(portal.stamps).toEqual(['end'])
})
