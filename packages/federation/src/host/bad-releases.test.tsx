import type { IndexedRelease } from '@helioport/contract/release'
import { createBadReleases } from './bad-releases.ts'

const [current, former] = ['2.0.0-a', '1.0.0-b'].map((release) => ({ name: 'station', release }) as IndexedRelease) as [
  IndexedRelease,
  IndexedRelease,
]
const both = [current, former]
let time = 0
const open = () => createBadReleases(sessionStorage, () => time)

beforeEach(() => {
  sessionStorage.clear()
  time = 1_000_000
})

test('a release with an integrity fault stays last in the order for the session', () => {
  open().mark(current, 'integrity')
  time += 3_600_000
  expect(open().order(both)).toEqual([former, current])
})

test('a release with a network fault is tried first again after a minute', () => {
  open().mark(current, 'network')
  expect(open().order(both)).toEqual([former, current])
  time += 60_000
  expect(open().order(both)).toEqual(both)
})

test('a retry clears the faults of one remote only', () => {
  const device = { name: 'device', release: '1.0.0-c' } as IndexedRelease
  const bad = open()
  bad.mark(current, 'render')
  bad.mark(device, 'render')
  bad.forget('station')
  expect(open().order(both)).toEqual(both)
  expect(open().order([device, current])).toEqual([current, device])
})

test('invalid JSON in storage counts as empty', () => {
  sessionStorage.setItem('helioport.bad-releases', '{')
  expect(open().order(both)).toEqual(both)
})
