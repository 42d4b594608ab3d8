import { anySettingDevice } from './any-setting-device.ts'
import { matches, obstaclesWithSettings, summaryOf, type Obstacle } from './readiness.ts'

const device = (reactivePowerObstacles: Obstacle[], ivScanObstacles: Obstacle[]) =>
  anySettingDevice({ reactivePowerObstacles, ivScanObstacles })

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
