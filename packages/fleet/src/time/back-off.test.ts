import { backOffMs } from './back-off.ts'

test('waits double from half a second to the maximum, each at least two thirds of its base', () => {
  for (let attempt = 0; attempt < 30; attempt++) {
    const base = Math.min(500 * 2 ** attempt, 60_000)
    const wait = backOffMs(7, attempt)
    expect(wait).toBeGreaterThanOrEqual(Math.floor(0.67 * base))
    expect(wait).toBeLessThanOrEqual(base)
  }
  expect(backOffMs(7, 20, 15_000)).toBeLessThanOrEqual(15_000)
})

test('the waits of one logger are deterministic and differ from another’s', () => {
  const waits = (seed: number) => Array.from({ length: 8 }, (_, attempt) => backOffMs(seed, attempt))
  expect(waits(1)).toEqual(waits(1))
  expect(waits(1)).not.toEqual(waits(2))
})
