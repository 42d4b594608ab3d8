import { cellTypes } from '../testing/cells.ts'
import { soundString } from '../testing/make-fault.ts'
import { sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { exactString, sample } from '../testing/simulate-string.ts'
import { toStc } from './to-stc.ts'

/** Errors of Pmp of sound strings that were sampled with this noise; null: no result. */
function offs(noise: number, count: number, hasDatasheet: boolean): (number | null)[] {
  const random = randomFrom(7)
  return Array.from({ length: count }, () => {
    const [cell, modules] = [random.pick(cellTypes), random.integer(8, 24)]
    const site = { cell, modules, irradianceWm2: random.between(200, 1100), cellC: random.between(10, 70) }
    const curve = sample(
      exactString(cell, soundString(site)),
      {
        points: random.pick([64, 100, 128]),
        spacing: random.pick(['even', 'knee', 'capacitor']),
        noise,
        noiseKind: random.pick(['added', 'scaled']),
        correlation: random.between(0, 0.6),
        from: random.between(0, 0.05),
        to: random.between(0.98, 1),
      },
      random,
    )
    const module = sheetOf(cell)
    const stc = toStc(curve, site.irradianceWm2, site.cellC, hasDatasheet ? { module } : undefined)
    return stc && Math.abs(stc.figures.pmpW / (modules * module.impA * module.vmpV) - 1)
  })
}

test.each([
  [0.005, 0.01],
  [0.01, 0.013],
  [0.02, 0.024],
])('noise of %d of the current changes Pmp at STC by less than %d', (noise, most) => {
  const found = offs(noise, 60, true).map((off) => off ?? 1)
  expect(Math.max(...found)).toBeLessThan(most)
})

test.each([0.01, 0.02])('without a datasheet and with noise of %d Pmp at STC is within 4 % or absent', (noise) => {
  const told = offs(noise, 60, false).flatMap((off) => off ?? [])
  expect(Math.max(...told)).toBeLessThan(0.04)
  expect(told.length).toBeGreaterThan(36)
})
