import { addTestPlant, frame, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
})
afterAll(() => portal?.stop())

const minuteMs = 60_000

/** A plant whose logger has a clock that is behind. */
async function plantBehind(behindMs: number, everyMs: number) {
  const { logger, devices, stationId } = await addTestPlant(portal, owner)
  const { id: deviceId = '', serial = '' } = devices[0] ?? {}
  const batch = (loggerTime: number, at: number) => ({
    logger: logger.serial,
    seq: 1,
    loggerTime,
    uptimeS: 1,
    devices: [frame(serial, at, { powerW: 1500 })],
    sensors: [{ at, irradianceWm2: 600, ambientC: 20, moduleC: 30, windMs: 2 }],
  })
  const send = async (loggerTime: number, at: number) => {
    await logger.send({}, { payload: JSON.stringify(batch(loggerTime, at)) })
  }
  return {
    /** Current frames, stamped by the logger's clock. */
    sendOn: async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) {
        portal.clock.now += everyMs
        await send(portal.clock.now - behindMs, portal.clock.now - behindMs)
      }
    },
    /** An old frame that waited until now, stamped by a correct clock. */
    sendOld: (ageMs: number) => send(portal.clock.now, portal.clock.now - ageMs),
    state: async (afterMs = 0) => {
      portal.clock.now += afterMs
      const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
      const { data: station } = await owner.call('GET /stations/:stationId', { params: { stationId } })
      const { data: loggers } = await owner.call('GET /loggers')
      const clock = loggers.find(({ id }) => id === logger.id)?.clockOffsetS
      const { data: year } = await owner.call('GET /stations/:stationId/statistics', {
        params: { stationId },
        query: { period: 'year' },
      })
      const weather = [station.weather.age.state, station.weather.irradianceWm2, year.sensorAge.state]
      return { status: [device.status, device.age.state, station.status, station.age.state], clock, weather }
    },
  }
}

test.each([
  ['70 s behind and every ten seconds', 70_000, 10_000],
  ['four minutes behind and every minute', 4 * minuteMs, minuteMs],
  ['an hour behind, as after a change of clocks, and every five minutes', 60 * minuteMs, 5 * minuteMs],
])("current frames of a clock %s are live, and the clock's offset is shown", async (_what, behindMs, everyMs) => {
  const { sendOn, state } = await plantBehind(behindMs, everyMs)
  await sendOn(8)
  expect(await state()).toEqual({
    status: ['normal', 'live', 'normal', 'live'],
    clock: -behindMs / 1000,
    weather: ['live', 600, 'live'],
  })
  // Once silent, it is offline like any other device.
  const silent = await state(20 * minuteMs)
  expect(silent.status).toEqual(['offline', 'stale', 'offline', 'stale'])
  expect(silent.weather).toEqual(['stale', null, 'stale'])
})

test('frames that waited for hours are not live', async () => {
  const { sendOld, state } = await plantBehind(0, 10_000)
  for (let nth = 0; nth < 8; nth += 1) await sendOld(3 * 60 * minuteMs - nth * 5 * minuteMs)
  const { status, weather } = await state()
  expect(status).toEqual(['offline', 'stale', 'offline', 'stale'])
  expect(weather).toEqual(['stale', null, 'stale'])
})
