import { isPowerFactor } from './power-factor.ts'

test.each([0.8, 0.801, 1, -1, -0.8, 0.95, -0.999])('%p is a power factor', (value) => {
  expect(isPowerFactor(value)).toBe(true)
})

test.each([0.799, -0.799, 0, 1.001, -1.001, 0.8005, Number.NaN, Infinity])('%p is not a power factor', (value) => {
  expect(isPowerFactor(value)).toBe(false)
})
