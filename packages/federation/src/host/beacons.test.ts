import type { Beacon } from '@helioport/contract/beacon'
import { createBeacons } from './beacons.ts'

const beacon = (fault: NonNullable<Beacon['fault']>, release = '0.1.0-aaaaaaaaaaaa'): Beacon => ({
  kind: 'crash',
  part: 'station',
  release,
  cohort: 'stable',
  serial: 1,
  tab: '0123456789abcdef',
  fault,
})

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

function open() {
  const sent: { faults: (string | undefined)[]; leaving: boolean }[] = []
  const beacons = createBeacons((batch, leaving) => {
    sent.push({ faults: batch.map(({ fault }) => fault), leaving })
  }, Date.now)
  return { beacons, sent }
}

test('sends reports of two seconds in one request, in order; a fault is sent within 300 ms', () => {
  const { beacons, sent } = open()
  const { fault: _, ...load } = { ...beacon('render'), kind: 'load' as const }
  beacons.add(load)
  jest.advanceTimersByTime(1_000)
  beacons.add(load)
  expect(sent).toEqual([])
  jest.advanceTimersByTime(2_000)
  expect(sent.map(({ faults }) => faults.length)).toEqual([2])
  beacons.add(load)
  beacons.add(beacon('render'))
  jest.advanceTimersByTime(200)
  beacons.add(beacon('promise'))
  jest.advanceTimersByTime(100)
  expect(sent.at(-1)).toEqual({ faults: [undefined, 'render', 'promise'], leaving: false })
})

test('sends waiting reports at once when the page is left', () => {
  const { beacons, sent } = open()
  beacons.add(beacon('render'))
  beacons.flush(true)
  jest.advanceTimersByTime(60_000)
  expect(sent).toEqual([{ faults: ['render'], leaving: true }])
})

test('limits a request to 50 reports and the number of reports per minute', () => {
  const { beacons, sent } = open()
  for (let i = 0; i < 1_000; i += 1) beacons.add(beacon('handler'))
  for (let i = 0; i < 60; i += 1) beacons.add(beacon('promise'))
  jest.advanceTimersByTime(3_000)
  const sizes = sent.map(({ faults }) => faults.length)
  expect(Math.max(...sizes)).toBe(50)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(210)
  jest.advanceTimersByTime(60_000)
  beacons.add(beacon('handler'))
  jest.advanceTimersByTime(3_000)
  expect(sent.at(-1)?.faults).toEqual(['handler'])
})

test('sends no reports of unreleased sources', () => {
  const { beacons, sent } = open()
  beacons.add(beacon('render', 'single-bundle'))
  jest.advanceTimersByTime(3_000)
  expect(sent).toEqual([])
})
