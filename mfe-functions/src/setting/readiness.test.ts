import type { RemoteSettingDevice } from '@helioport/contract'
import { matches, obstaclesWithSettings, summaryOf, type Obstacle } from './readiness.ts'

const device = (reactive: Obstacle[], ivScan: Obstacle[]): RemoteSettingDevice => ({
  deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e01',
  memberId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'INV 01',
  serial: '2502-65764179P',
  model: 'PV60000T',
  stationId: '5b1a2c3d-7425-40de-944b-e07fc1f90ae7',
  stationName: 'Changhua Roof',
  status: 'normal',
  age: { state: 'live', measuredAt: '2026-11-21T03:55:00.000Z' },
  ratedPowerW: 60_000,
  powerW: 41_000,
  powerFactor: 1,
  reactivePowerObstacles: reactive,
  ivScanObstacles: ivScan,
})

const ready = device([], [])
const noScan = device([], ['unsupported'])
const away = device(['offline'], ['unsupported', 'offline'])

test('counts are per setting, and an obstacle counts its devices once', () => {
  expect(summaryOf([ready, noScan, away])).toEqual({
    devices: 3,
    ready: { reactivePower: 2, ivScan: 1 },
    obstacles: [
      { obstacle: 'offline', devices: 1 },
      { obstacle: 'unsupported', devices: 2 },
    ],
  })
})

test('a device that can take one of the settings is ready', () => {
  expect([ready, noScan, away].map((each) => matches(each, 'ready'))).toEqual([true, true, false])
  expect([ready, noScan, away].map((each) => matches(each, 'blocked'))).toEqual([false, false, true])
})

test('obstacles name what they block, what can be mended first', () => {
  expect(obstaclesWithSettings(away)).toEqual([
    { obstacle: 'offline', blocks: ['reactivePower', 'ivScan'] },
    { obstacle: 'unsupported', blocks: ['ivScan'] },
  ])
  expect(obstaclesWithSettings(ready)).toEqual([])
})
