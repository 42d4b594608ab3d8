import { dailyLossKwh, seasonLevels } from './season.ts'

test('the daily loss is the energy of a mean day above the limit', () => {
  const hours = Array.from({ length: seasonLevels }, () => 0)
  // Two hours at 98.75 % and four at 51.25 % of 100 kW.
  hours[39] = 2
  hours[20] = 4
  expect(dailyLossKwh(hours, 100_000, 80_000)).toBeCloseTo(2 * 18.75, 9)
  expect(dailyLossKwh(hours, 100_000, 100_000)).toBe(0)
  expect(dailyLossKwh(hours, 100_000, 0)).toBeCloseTo(2 * 98.75 + 4 * 51.25, 9)
})
