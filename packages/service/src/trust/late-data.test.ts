import fc from 'fast-check'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { rowTests } from '../ingest/batch.ts'
import { findSigningLogger } from '../ingest/find-logger.ts'
import { ingest } from '../ingest/take-batch.ts'
import { hashSecret, signatureOf } from '../base/secret.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { analyseAll, framesOf, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant, frame, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2025-06-08T00:00:00Z')
watchLoop(() => portal)

const [from, to] = ['2025-06-08T03:00:00Z', '2025-06-11T18:00:00Z']
const dayMs = 86_400_000
const sunAt = (at: number) => Math.max(0, 900 * Math.sin((((at % dayMs) / 3_600_000 - 4) / 14) * Math.PI))

/** Half-hourly frames of two inverters over four days: an outage, a day without frames, a spike of the counter. */
function framesFor(plant: TestPlant): DeviceFrame[] {
  const power = (at: number, device: number) => {
    const out = device === 1 && at >= Date.parse('2025-06-08T09:00:00Z') && at < Date.parse('2025-06-08T12:00:00Z')
    const powerW = out ? 0 : 8 * sunAt(at) * (1 - device / 100)
    return { powerW, dcPowerW: powerW * 1.03 }
  }
  const silent = (at: number) => new Date(at).getUTCDate() === 10
  const frames = framesOf(plant, from, to, power, (at) => at % 1_800_000 === 0 && !silent(at))
  return frames.map((frame, index) => (index === 25 ? { ...frame, energyTotalKwh: 9_999_999 } : frame))
}
const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: sunAt(at), moduleC: 40, windMs: 2 })).filter(
  ({ at }) => at % 1_800_000 === 0,
)

/** Every roll-up of the plant as text, device by device, without the plant's ids. */
async function endState(plant: TestPlant): Promise<Record<string, string[]>> {
  const { pool } = portal.db
  const rowsOf = async (table: string, key: string, of: string, order: string) => {
    const { rows } = await pool.query<{ row: string }>(
      `select ((to_jsonb(t) - 'station_id' - 'device_no') || jsonb_build_object('serial', ${of}))::text as row
       from ${table} t ${key} order by ${order}`,
      [plant.stationId],
    )
    return rows.map(({ row }) => row)
  }
  const devices = 'join device on device.no = t.device_no where device.station_id = $1'
  return {
    deviceDays: await rowsOf('device_day', devices, 'device.sort_number', 'device.sort_number, t.date'),
    deviceMonths: await rowsOf('device_month', devices, 'device.sort_number', 'device.sort_number, t.month'),
    stationDays: await rowsOf('station_day', 'where t.station_id = $1', '0', 't.date'),
    stationMonths: await rowsOf('station_month', 'where t.station_id = $1', '0', 't.month'),
  }
}

/** Sends as an MQTT message: signed, with the logger found by its serial. */
async function sendSigned(plant: TestPlant, devices: DeviceFrame[], rows: SensorFrame[]): Promise<void> {
  const { rows: keys } = await portal.db.pool.query<{ key_hash: Buffer }>(
    'select key_hash from logger_key where logger_id = $1',
    [plant.logger.id],
  )
  const body = Buffer.from('any')
  const signature = signatureOf(keys[0]?.key_hash ?? hashSecret(''), 'topic', body)
  const logger = await findSigningLogger(portal.service, plant.logger.serial, signature, 'topic', body)
  const batch = { logger: plant.logger.serial, seq: 1, loggerTime: 0, uptimeS: 1, devices, sensors: rows }
  const reply = await ingest(portal.service, logger, batch, rowTests)
  expect(reply.rejected).toEqual([])
}

const aYearLater = Date.parse('2026-06-12T00:00:00Z')
const inTime = Date.parse('2025-06-12T00:00:00Z')

async function inOrder(): Promise<Record<string, string[]>> {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const frames = framesFor(plant)
  for (let day = Date.parse('2025-06-08T00:00:00Z'); day < inTime; day += dayMs) {
    portal.clock.now = day + dayMs
    const isToday = ({ at }: { at: number }) => at >= day && at < day + dayMs
    const reply = await plant.logger.send({ devices: frames.filter(isToday), sensors: sensors.filter(isToday) })
    expect(reply.data.rejected).toEqual([])
    await analyseAll(portal)
  }
  portal.clock.now = aYearLater
  await analyseAll(portal)
  return endState(plant)
}

test('frames sent three times, shuffled, a year late, by two routes give the same roll-ups byte for byte', async () => {
  const expected = await inOrder()
  // The days of the frames, and the silent days after them.
  expect(expected.stationDays).toHaveLength(369)
  expect(expected.stationDays?.[0]).toMatch(/"loss_outage_kwh": [1-9]/)
  expect(expected.deviceDays?.join()).toContain('"outliers": 1')
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 40, max: 200 }), async (seed, size) => {
      portal.clock.now = inTime - 1
      const plant = await addTestPlant(portal, owner, { devices: 2 })
      portal.clock.now = aYearLater
      const once = [...framesFor(plant).map((frame) => ({ frame })), ...sensors.map((sensor) => ({ sensor }))] as {
        frame?: DeviceFrame
        sensor?: SensorFrame
      }[]
      const rows = shuffled([...once, ...once, ...once], seed)
      for (let start = 0, nth = 0; start < rows.length; start += size, nth += 1) {
        const part = rows.slice(start, start + size)
        const devices = part.flatMap(({ frame }) => frame ?? [])
        const own = part.flatMap(({ sensor }) => sensor ?? [])
        if (nth % 2 === 0) await plant.logger.send({ devices, sensors: own }, { gzip: true })
        else await sendSigned(plant, devices, own)
        // Jobs run in between, at arbitrary times.
        if (nth % 5 === 3) await analyseAll(portal)
      }
      await analyseAll(portal)
      expect(await endState(plant)).toEqual(expected)
    }),
    { numRuns: 2, seed: 3 },
  )
})

/** Fisher-Yates shuffle with a seeded generator. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const all = [...list]
  let state = seed >>> 0
  for (let index = all.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = state % (index + 1)
    const kept = all[index] as T
    all[index] = all[other] as T
    all[other] = kept
  }
  return all
}

let signedIn: Promise<Person> | undefined

/** A session for the time a year later, when earlier sessions have expired. */
function personLater(): Promise<Person> {
  portal.clock.now = aYearLater
  signedIn ??= portal.signIn('later')
  return signedIn
}

test.each([
  ['1970', '1970-01-01T00:10:00Z', 'row.tooOld'],
  ['2000', '2000-01-01T00:00:00Z', 'row.tooOld'],
  ['two years ahead', '2028-06-12T09:00:00Z', 'row.clockTooFar'],
])('a frame with the time %s is refused with a code and changes nothing', async (_, at, code) => {
  portal.clock.now = aYearLater
  const plant = await addTestPlant(portal, await personLater())
  const serial = plant.devices[0]?.serial ?? ''
  const good = [0, 1, 2].map((step) =>
    frame(serial, aYearLater - 900_000 + step * 300_000, { energyTotalKwh: 10 + step / 10 }),
  )
  await plant.logger.send({ devices: good })
  await analyseAll(portal)
  const before = await endState(plant)
  const { data } = await plant.logger.send({ devices: [frame(serial, at, { energyTotalKwh: 4711 })] })
  expect(data.rejected).toEqual([{ list: 'devices', index: 0, code }])
  await analyseAll(portal)
  expect(await endState(plant)).toEqual(before)
})

test('frames of a clock that drifts by 5 minutes are accepted; no energy is lost or added', async () => {
  portal.clock.now = aYearLater
  const plant = await addTestPlant(portal, await personLater())
  const serial = plant.devices[0]?.serial ?? ''
  const start = Date.parse('2026-06-11T08:00:00Z')
  const frames = Array.from({ length: 24 }, (_, step) => {
    // Frames 10 to 19 have a clock five minutes ahead; after its correction one instant comes twice.
    const drift = step >= 10 && step < 20 ? 300_000 : 0
    return frame(serial, start + step * 300_000 + drift, { energyTotalKwh: 100 + step * 0.5 })
  })
  const { data } = await plant.logger.send({ devices: frames })
  expect(data).toMatchObject({ accepted: 23, duplicates: 1, rejected: [] })
  const day = await (
    await personLater()
  ).call('GET /devices/:deviceId/day', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
    query: { date: '2026-06-11' },
  })
  expect(day.data.figures.energyKwh).toBeCloseTo(11.5, 9)
})
