import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import { bucketOf, cohortOf, indexFor } from './cohort.ts'

const release = (id: string, name = 'station') => ({ name, release: id }) as IndexedRelease
const index: ReleaseIndexPayload = {
  schema: 2,
  serial: 7,
  createdAt: '',
  notAfter: '',
  shell: null,
  remotes: { station: [release('2'), release('1')], device: [release('9', 'device')] },
  canaries: { station: { release: release('3'), percent: 10 } },
}
const tried = (given: ReleaseIndexPayload, bucket: number) =>
  indexFor(given, bucket).remotes['station']?.map((one) => one.release)

beforeEach(() => localStorage.clear())

test('a browser keeps its random number; an invalid one is drawn again', () => {
  expect(bucketOf(localStorage, () => 0.42)).toBe(42)
  expect(bucketOf(localStorage, () => 0.999)).toBe(42)
  localStorage.setItem('helioport.cohort', 'x')
  expect(bucketOf(localStorage, () => 0.999)).toBe(99)
})

test('numbers below the percentage try the canary first, and keep it as the percentage grows', () => {
  expect(tried(index, 9)).toEqual(['3', '2', '1'])
  expect(tried(index, 10)).toEqual(['2', '1'])
  const grown = { ...index, canaries: { station: { release: release('3'), percent: 50 } } }
  expect([tried(grown, 9), tried(grown, 49), tried(grown, 50)].map((list) => list?.[0])).toEqual(['3', '3', '2'])
  expect(indexFor(index, 0).remotes['device']).toEqual(index.remotes['device'])
})

test("the canary's percentage is exactly the share of numbers that get it", () => {
  for (const percent of [1, 10, 50, 100]) {
    const given = { ...index, canaries: { station: { release: release('3'), percent } } }
    const numbers = Array.from({ length: 100 }, (_, bucket) => tried(given, bucket)?.[0])
    expect(numbers.filter((first) => first === '3')).toHaveLength(percent)
  }
})

test('a revoked release is never tried: as canary, current or former one', () => {
  const revoked = (...ids: string[]) => ({ ...index, revoked: ids.map((id) => `station/${id}`) })
  expect(tried(revoked('3'), 0)).toEqual(['2', '1'])
  expect(tried(revoked('2'), 50)).toEqual(['1'])
  expect(tried(revoked('1'), 50)).toEqual(['2'])
  expect(tried(revoked('1', '2'), 50)).toBeUndefined()
})

test("a report counts as canary only for a canary's release in a browser that gets it", () => {
  expect(cohortOf(index, 'station', '3', 5)).toBe('canary')
  expect(cohortOf(index, 'station', '2', 5)).toBe('stable')
  expect(cohortOf(index, 'station', '3', 50)).toBe('stable')
})
