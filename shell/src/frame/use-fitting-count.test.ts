import { fittingCount } from './use-fitting-count.ts'

describe('fittingCount', () => {
  it.each([
    [[100, 100, 100], 300, 3],
    [[100, 100, 100], 299, 2],
    [[100, 100, 100], 255, 1],
    [[100, 100, 100], 100, 0],
    [[], 100, 0],
  ])('entries of %j px in %d px: %d fit', (widths, room, count) => {
    expect(fittingCount(widths, room, 56)).toBe(count)
  })
})
