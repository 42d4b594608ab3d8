import { fittingCount } from './use-fitting-count.ts'

describe('fittingCount', () => {
  it.each([
    [[100, 100, 100], 300, 3],
    [[100, 100, 100], 299, 2],
    [[100, 100, 100], 255, 1],
    [[100, 100, 100], 100, 0],
    [[], 100, 0],
  ])('of entries %j px wide in %d px fit %d', (widths, room, count) => {
    expect(fittingCount(widths, room, 56)).toBe(count)
  })
})
