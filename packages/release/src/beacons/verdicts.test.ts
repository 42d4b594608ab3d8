import { type OfAddress, weighed } from './verdicts.ts'

const of = (tabs: number, bad: number): OfAddress => ({ nobody: { tabs, bad }, accounts: [] })

test('an address counts at most its share of a verdict, however many tabs it reports', () => {
  const others = Array.from({ length: 40 }, () => of(5, 0))
  const { tabs, bad, badVoices, spared } = weighed([...others, of(10_000, 10_000)], { share: 0.1, least: 1 })
  expect(bad / tabs).toBeGreaterThan(0.05)
  expect(bad / tabs).toBeLessThanOrEqual(0.105)
  expect(badVoices).toBe(1)
  expect(spared.bad).toBe(0)
})

test('with few reports an address still counts the minimum number of tabs', () => {
  expect(weighed([of(1, 0), of(8, 8)], { share: 0.1, least: 3 })).toMatchObject({ tabs: 4, bad: 3 })
})
