import { moduleSheet } from './module-sheet.ts'
import { mono450, mono545 } from './module-types.ts'

test.each([mono450, mono545])('the datasheet values follow from the module’s physics: $datasheet.name', (module) => {
  const sheet = moduleSheet(module)
  expect(sheet).toMatchObject({ iscA: module.datasheet.iscA, vocV: module.datasheet.vocV, cells: 72 })
  // Crystalline silicon: Isc +0.05 %/K, Voc about -0.27 %/K, Pmax -0.3 to -0.4 %/K.
  expect(sheet.alphaPercent).toBeCloseTo(0.047, 2)
  expect(sheet.betaPercent).toBeGreaterThan(-0.32)
  expect(sheet.betaPercent).toBeLessThan(-0.22)
  expect(sheet.gammaPercent).toBeGreaterThan(-0.42)
  expect(sheet.gammaPercent).toBeLessThan(-0.28)
})
