import { loggerSerialOf } from '../portal/create.ts'
import { plantCapacity } from './plant.ts'
import { world } from './world.ts'

const plants = world(1, Date.UTC(2026, 10, 21))

test('six plants in six countries with 2 to 24 inverters, 56 in all', () => {
  expect(plants).toHaveLength(6)
  expect(new Set(plants.map((p) => p.timeZone)).size).toBe(6)
  expect(new Set(plants.map((p) => p.currency)).size).toBe(6)
  const counts = plants.map((p) => p.inverters.length)
  expect(Math.min(...counts)).toBe(2)
  expect(Math.max(...counts)).toBe(24)
  expect(counts.reduce((a, b) => a + b, 0)).toBe(56)
})

test('strings fit their inverters: counts, cold-weather voltage, DC/AC ratio 1 to 1.4', () => {
  for (const plant of plants) {
    const coldest = Math.min(...plant.climate.meanC) - plant.climate.swingC - 5
    for (const inverter of plant.inverters) {
      const mppts = inverter.arrays.reduce((sum, a) => sum + a.mppts, 0)
      expect(mppts).toBeLessThanOrEqual(inverter.model.mpptCount)
      for (const array of inverter.arrays) {
        expect(array.stringsPerMppt).toBeLessThanOrEqual(inverter.model.stringsPerMppt)
        const cold = array.module.datasheet.vocV * (1 - 0.0027 * (coldest - 25)) * array.modulesPerString
        expect(cold).toBeLessThan(inverter.model.mpptHighV + 100)
      }
    }
    const rated = plant.inverters.reduce((sum, i) => sum + i.model.ratedPowerW / 1000, 0)
    expect(plantCapacity(plant) / rated).toBeGreaterThan(1)
    expect(plantCapacity(plant) / rated).toBeLessThan(1.4)
  }
})

test('serials have the portal’s format and are unique', () => {
  const serials = plants.flatMap((p) => p.inverters.map((i) => i.serial))
  expect(new Set(serials).size).toBe(serials.length)
  for (const serial of serials) expect(serial).toMatch(/^\d{4}-\d{8}P$/)
  for (const plant of plants) expect(loggerSerialOf('DL', 1, plant.key, 0)).toMatch(/^[A-Za-z0-9-]{13,32}$/)
})
