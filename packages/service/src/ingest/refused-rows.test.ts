import { sharedPlant } from '../testing/shared-portal.ts'
import { frame } from '../testing/test-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')

const minuteMs = 60_000
const dayMs = 24 * 3_600_000

const refused = async () => {
  const { data } = await owner.call('GET /loggers')
  return data.find(({ id }) => id === plant.logger.id)?.refused
}

test('a logger shows its refused rows with number, reasons and times until a week has passed', async () => {
  const serial = plant.devices[0]?.serial ?? ''
  const { now } = portal.clock
  const of = (minutes: number, own = serial) => frame(own, portal.clock.now + minutes * minuteMs, { powerW: 1000 })
  await plant.logger.send({ devices: [of(-5)] })
  expect(await refused()).toBeNull()
  // Unknown serials wait to be added; they are reported elsewhere.
  await plant.logger.send({ devices: [{ ...of(-4), errorWord: -1 }, of(3 * 24 * 60), of(-3), of(-3, 'SOMEBODY-ELSE')] })
  const since = new Date(now).toISOString()
  const reasons = [
    { code: 'row.malformed', rows: 1 },
    { code: 'row.clockTooFar', rows: 1 },
  ]
  expect(await refused()).toEqual({ rows: 2, code: 'row.clockTooFar', reasons, since, lastAt: since })

  portal.clock.now += 5 * dayMs
  await plant.logger.send({ devices: [of(-2), { ...of(-1), errorWord: -1 }] })
  const lastAt = new Date(portal.clock.now).toISOString()
  expect(await refused()).toEqual({
    rows: 3,
    code: 'row.malformed',
    reasons: [
      { code: 'row.malformed', rows: 2 },
      { code: 'row.clockTooFar', rows: 1 },
    ],
    since,
    lastAt,
  })

  portal.clock.now += 8 * dayMs
  await plant.logger.send({ devices: [of(-1)] })
  expect(await refused()).toBeNull()
  await plant.logger.send({ devices: [{ ...of(0), errorWord: -1 }] })
  expect(await refused()).toMatchObject({ rows: 1, since: new Date(portal.clock.now).toISOString() })
})

test('a logger shows its kept-aside rows by reason for a week', async () => {
  const serial = plant.devices[0]?.serial ?? ''
  const keptAside = async () => {
    const { data } = await owner.call('GET /loggers')
    return data.find(({ id }) => id === plant.logger.id)?.keptAside
  }
  const at = portal.clock.now
  expect(await keptAside()).toEqual([])
  await plant.logger.send({
    devices: [-3, -2].map((minutes) => frame(serial, at + minutes * minuteMs, { powerW: 1000, cabinetC: 900 })),
    sensors: [{ at: at - minuteMs, irradianceWm2: 5000 }],
  })
  expect(await keptAside()).toEqual([
    { reason: 'deviceLimit', rows: 2 },
    { reason: 'sensorLimit', rows: 1 },
  ])
  portal.clock.now += 8 * dayMs
  expect(await keptAside()).toEqual([])
})
