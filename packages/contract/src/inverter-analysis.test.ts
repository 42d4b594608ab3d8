import { readShares, writeShares } from './inverter-analysis.ts'

test('shares come back to two percent; what is unknown stays unknown, what is too much is the most', () => {
  expect(readShares(writeShares([0, 0.5, 0.87, 1, null, 3]))).toEqual([0, 0.5, 0.88, 1, null, 1.22])
})
