import { cellTemperature, closeRoof, moduleTemperature, openRack } from './module-temperature.ts'

test('an open rack at 900 W/m2, 20 degC and 5 m/s has cells at 43.5 degC (worked example of the Sandia model)', () => {
  const back = moduleTemperature({ a: -3.47, b: -0.0594, cellRiseC: 3 }, 900, 20, 5)
  expect(cellTemperature({ a: -3.47, b: -0.0594, cellRiseC: 3 }, 900, back)).toBeCloseTo(43.51, 1)
})

test('wind cools a module; a close roof heats it', () => {
  expect(moduleTemperature(openRack, 800, 25, 8)).toBeLessThan(moduleTemperature(openRack, 800, 25, 1))
  expect(moduleTemperature(closeRoof, 800, 25, 2)).toBeGreaterThan(moduleTemperature(openRack, 800, 25, 2))
  expect(moduleTemperature(openRack, 0, 25, 2)).toBe(25)
})
