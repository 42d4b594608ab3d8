import { deviceStatus, stationStatus } from './status.ts'

const berlin = { latitude: 52.5, longitude: 13.4 }
const noon = Date.parse('2026-06-10T11:00:00Z')
const midnight = Date.parse('2026-06-10T23:00:00Z')
const frame = (mode: number, ts: number, error_word = 0) => ({ mode, ts, error_word, interval_s: 300, power_w: null })

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
  const day = 24 * 3_600_000
  expect(deviceStatus(frame(3, midnight - day), berlin, midnight).status).toBe('standby')
  expect(deviceStatus(frame(3, midnight - day - 1), berlin, midnight)).toEqual({
    status: 'offline',
    statusReason: 'noData',
  })
  expect(
    deviceStatus({ ts: null, mode: null, error_word: null, interval_s: null, power_w: null }, berlin, midnight)
      .statusReason,
  ).toBe('neverSeen')
})

test('one dead or unborn device does not hold a station offline, one in fault makes it abnormal', () => {
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
