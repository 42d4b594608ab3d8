import { stripHeight } from './heat-map-cells.ts'

const inverters = (count: number, strings: number) =>
  Array.from({ length: count }, () => ({ strings: Array.from({ length: strings }, () => [1]) }))

const heightOf = (rows: ReturnType<typeof inverters>) => rows.reduce((sum, row) => sum + stripHeight(rows, row), 0)

test('rows are 8 px high for a few inverters, 3 px for fifty', () => {
  expect(heightOf(inverters(3, 16))).toBe(3 * 16 * 8)
  expect(heightOf(inverters(50, 16))).toBe(50 * 16 * 3)
  expect(heightOf(inverters(20, 16))).toBe(20 * 16 * 7)
})

test('an inverter of few strings is high enough for its name', () => {
  expect(heightOf(inverters(50, 2))).toBe(50 * 18)
})
