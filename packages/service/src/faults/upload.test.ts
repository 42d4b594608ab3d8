import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, frame, type TestPlant, proved } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)
let port: number

beforeAll(async () => {
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})

const binMs = 300_000
const serialOf = (plant: TestPlant) => plant.devices[0]?.serial ?? ''
const framesUntil = (plant: TestPlant, count: number, until = portal.clock.now): DeviceFrame[] =>
  Array.from({ length: count }, (_, nth) =>
    frame(serialOf(plant), until - (count - 1 - nth) * binMs, { powerW: 6000, energyTotalKwh: nth * 0.5 }),
  )
const stored = async (plant: TestPlant) => {
  const own = '(select no from device where serial = $1)'
  const one = async (select: string) =>
    (await portal.db.pool.query<{ value: number | null }>(select, [serialOf(plant)])).rows[0]?.value
  return {
    frames: await one(`select count(*)::int as value from device_sample where device_no = any(array${own})`),
    kwh: await one(`select sum(energy_kwh) as value from device_day where device_no = ${own}`),
  }
}

test('an upload cut at any kilobyte stores nothing; the whole one stores everything', async () => {
  const plant = await addTestPlant(portal, owner)
  const frames = framesUntil(plant, 200)
  const { data: logger } = await proved(portal, owner).call('POST /loggers', {
    body: { stationId: plant.stationId, serial: `LOGGER-CUT-${process.pid}` },
  })
  await portal.db.pool.query('update device set logger_id = $1 where serial = $2', [logger.id, serialOf(plant)])
  const key = `Logger ${logger.key}`
  const text = JSON.stringify({
    logger: logger.serial,
    seq: 1,
    loggerTime: portal.clock.now,
    uptimeS: 1,
    devices: frames,
  })
  const cutAfter = (bytes: number) =>
    new Promise<void>((resolve) => {
      const upload = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/ingest/v1/frames',
        headers: { authorization: key, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      })
      upload.on('error', () => {})
      upload.on('close', () => resolve())
      upload.write(text.slice(0, bytes), () => upload.destroy())
    })
  let cuts = 0
  for (let bytes = 1024; bytes < text.length; bytes += 1024) {
    await cutAfter(bytes)
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(15)
  expect(await stored(plant)).toMatchObject({ frames: 0 })
  const response = await fetch(`http://127.0.0.1:${port}/api/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: text,
  })
  expect(await response.json()).toMatchObject({ data: { accepted: 200, duplicates: 0, rejected: [] } })
})

test('of 500 frames the bad one is named and 499 are stored; the same batch again changes nothing', async () => {
  const plant = await addTestPlant(portal, owner)
  const frames = framesUntil(plant, 500)
  frames[250] = { ...frame(serialOf(plant), portal.clock.now - 249 * binMs), powerW: 1e12 }
  const { data } = await plant.logger.send({ devices: frames })
  expect(data).toMatchObject({ accepted: 499, rejected: [{ list: 'devices', index: 250, code: 'row.outOfRange' }] })
  const before = await stored(plant)
  expect(before.kwh).toBeCloseTo(499 * 0.5, 6)
  // The acknowledgement was lost: the logger sends it again.
  expect((await plant.logger.send({ devices: frames })).data).toMatchObject({ accepted: 0, duplicates: 499 })
  expect(await stored(plant)).toEqual(before)
})
