import { localDay } from '@helioport/time/node'
import { type DayEnds, sleepOf } from './sleep.ts'
import { daylightOf } from './sun.ts'

const berlin = { latitude: 52.5, longitude: 13.4 }
const day = localDay('2026-06-10', 'Europe/Berlin')
const light = daylightOf(day, berlin) ?? day
const at = (clock: string) => Date.parse(`2026-06-10T${clock}+02:00`)
const ends = (first: string, firstW: number, last: string, lastW: number): DayEnds => ({
  first_ts: at(first),
  first_power_w: firstW,
  last_ts: at(last),
  last_power_w: lastW,
})

test('with low power at low sun the inverter sleeps until its first and from its last frame', () => {
  expect(sleepOf(ends('05:10', 20, '21:00', 30), 10_000, day, berlin)).toEqual({
    until: at('05:10'),
    from: at('21:00'),
  })
})

test('a silence until or from noon, or beside a frame of high power, is not sleep', () => {
  const sunOnly = { until: light.from, from: light.to }
  expect(sleepOf(ends('11:00', 20, '13:00', 20), 10_000, day, berlin)).toEqual(sunOnly)
  expect(sleepOf(ends('05:10', 900, '21:00', 900), 10_000, day, berlin)).toEqual(sunOnly)
  expect(sleepOf({ first_ts: null, first_power_w: null, last_ts: null, last_power_w: null }, 1, day, berlin)).toEqual(
    sunOnly,
  )
})

test('in a polar night an inverter sleeps all day', () => {
  const winter = localDay('2026-12-21', 'Europe/Oslo')
  const sleep = sleepOf(ends('05:10', 0, '21:00', 0), 1, winter, { latitude: 69.65, longitude: 18.96 })
  expect(sleep).toEqual({ until: winter.to, from: winter.from })
})
