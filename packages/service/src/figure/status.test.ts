import { deviceStatus, stationStatus } from './status.ts'

const berlin = { latitude: 52.5, longitude: 13.4 }
const noon = Date.parse('2026-06-10T11:00:00Z')
const midnight = Date.parse('2026-06-10T23:00:00Z')
const frame = (mode: number, ts: number, error_word = 0) => ({
  mode,
  ts,
  error_word,
  interval_s: 300,
  power_w: null,
  rated_power_w: 10_000,
})

test.each([
  [3, 0, 'normal', 'producing'],
  [4, 0, 'normal', 'producing'],
  [5, 0x20, 'abnormal', 'alarm'],
  [1, 0, 'standby', 'waitingForSun'],
  [0, 0, 'standby', 'waitingForSun'],
  [1, 0b100, 'standby', 'waitingForGrid'],
  [9, 0, 'standby', 'shutDown'],
])('mode %d with error word %d by day: %s, %s', (mode, errorWord, status, statusReason) => {
  expect(deviceStatus(frame(mode, noon, errorWord), berlin, noon)).toEqual({ status, statusReason })
})

test('without a frame for three intervals: offline by day, standby at night', () => {
  const quarter = 15 * 60_000
  expect(deviceStatus(frame(3, noon - quarter + 1), berlin, noon).status).toBe('normal')
  expect(deviceStatus(frame(3, noon - quarter), berlin, noon)).toEqual({ status: 'offline', statusReason: 'noData' })
  expect(deviceStatus(frame(3, midnight - quarter), berlin, midnight)).toEqual({
    status: 'standby',
    statusReason: 'night',
  })
  expect(
    deviceStatus(
      { ts: null, mode: null, error_word: null, interval_s: null, power_w: null, rated_power_w: 10_000 },
      berlin,
      midnight,
    ).statusReason,
  ).toBe('neverSeen')
})

test('a device silent by day is offline through the night; one heard until dusk is standby', () => {
  const night = { status: 'standby', statusReason: 'night' }
  const silent = { status: 'offline', statusReason: 'noData' }
  const heard = (time: string, power_w: number | null, interval_s = 300) => ({
    ...frame(3, Date.parse(`2026-06-10T${time}:00Z`)),
    power_w,
    interval_s,
  })
  const later = (hours: number) => midnight + hours * 3_600_000
  // The sun sets at 19:25 UTC; it passes 6 degrees at 18:36, and rises again at 2:45.
  expect(deviceStatus(heard('09:00', 6000), berlin, midnight)).toEqual(silent)
  expect(deviceStatus(heard('18:15', 400), berlin, midnight)).toEqual(silent)
  expect(deviceStatus(heard('18:30', 400), berlin, midnight)).toEqual(night)
  expect(deviceStatus(heard('19:20', 10), berlin, midnight)).toEqual(night)
  // With an interval of 60 minutes the last frame of the day comes earlier.
  expect(deviceStatus(heard('16:00', 2000, 3600), berlin, midnight)).toEqual(night)
  expect(deviceStatus(heard('15:00', 2000, 3600), berlin, midnight)).toEqual(silent)
  // At low sun it may still, or already, be asleep.
  expect(deviceStatus(heard('18:30', 400), berlin, Date.parse('2026-06-10T19:00:00Z'))).toEqual(night)
  expect(deviceStatus(heard('19:20', 10), berlin, later(4))).toEqual(night)
  expect(deviceStatus(heard('19:20', 10), berlin, later(7))).toEqual(silent)
  expect(deviceStatus(heard('09:00', 6000), berlin, later(24))).toEqual(silent)
})

test('in a polar night a device is standby for 24 hours after its last frame, then offline', () => {
  const longyearbyen = { latitude: 78.2, longitude: 15.6 }
  const winter = Date.parse('2026-12-10T11:00:00Z')
  const day = 24 * 3_600_000
  expect(deviceStatus(frame(3, winter - day), longyearbyen, winter).status).toBe('standby')
  expect(deviceStatus(frame(3, winter - day - 1), longyearbyen, winter).status).toBe('offline')
})

test('at night a station with sleeping and silent devices is standby with reason partlyProducing', () => {
  const asleep = { status: 'standby', statusReason: 'night' } as const
  const silent = { status: 'offline', statusReason: 'noData' } as const
  expect(stationStatus([silent, asleep], 1)).toEqual({ status: 'standby', statusReason: 'partlyProducing' })
  expect(stationStatus([asleep, asleep])).toBe(asleep)
  expect(stationStatus([silent, silent], 2)).toEqual(silent)
})

test('a silent or never seen device does not make a station offline; one in fault makes it abnormal', () => {
  const dead = { status: 'offline', statusReason: 'noData' } as const
  const unborn = { status: 'offline', statusReason: 'neverSeen' } as const
  const producing = { status: 'normal', statusReason: 'producing' } as const
  const faulty = { status: 'abnormal', statusReason: 'alarm' } as const
  expect(stationStatus([dead, producing])).toBe(producing)
  expect(stationStatus([producing, faulty])).toEqual({ status: 'abnormal', statusReason: 'partlyProducing' })
  expect(stationStatus([faulty, dead])).toBe(faulty)
  expect(stationStatus([dead, producing], 1)).toEqual({ status: 'normal', statusReason: 'partlyProducing' })
  expect(stationStatus([unborn, dead])).toEqual(dead)
  expect(stationStatus([])).toEqual(unborn)
})
