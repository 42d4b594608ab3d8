import { anyCandidate } from './any-candidate.ts'
import { candidatesOf, matches, readyFirst, summaryOf } from './readiness.ts'

const ready = anyCandidate()
const noScan = anyCandidate({ ivScanObstacles: ['unsupported'] })
const away = anyCandidate({ reactivePowerObstacles: ['offline'], ivScanObstacles: ['unsupported', 'offline'] })
const nothingKnown = new Map()

test('counts obstacles per kind of command; a device with two counts in both', () => {
  expect(summaryOf(candidatesOf([ready, noScan, away], 'reactivePower', nothingKnown))).toEqual({
    devices: 3,
    ready: 2,
    obstacles: [{ obstacle: 'offline', devices: 1 }],
  })
  expect(summaryOf(candidatesOf([ready, noScan, away], 'ivScan', nothingKnown))).toEqual({
    devices: 3,
    ready: 1,
    obstacles: [
      { obstacle: 'offline', devices: 1 },
      { obstacle: 'unsupported', devices: 2 },
    ],
  })
})

test('a missing control right replaces all other obstacles', () => {
  const rights = new Map([[ready.stationId, ['view', 'iv'] as const]])
  expect(candidatesOf([ready], 'reactivePower', rights)[0]?.obstacles).toEqual(['noRight'])
  expect(candidatesOf([ready], 'ivScan', rights)[0]?.obstacles).toEqual([])
})

test('the filter separates ready devices from blocked ones', () => {
  const candidates = candidatesOf([ready, away], 'reactivePower', nothingKnown)
  expect(candidates.map((each) => matches(each, 'ready'))).toEqual([true, false])
  expect(candidates.map((each) => matches(each, 'blocked'))).toEqual([false, true])
})

test('ready devices come first, otherwise the order stays', () => {
  const [first, second] = [anyCandidate({ deviceId: 'one' }), anyCandidate({ deviceId: 'two' })]
  const ordered = readyFirst(candidatesOf([away, first, away, second], 'reactivePower', nothingKnown))
  expect(ordered.map(({ device }) => device)).toEqual([first, second, away, away])
})
