import { median } from '../curve/statistics.ts'
import { cellTypes } from '../testing/cells.ts'
import { soundString } from '../testing/make-fault.ts'
import { sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { exactString, sample } from '../testing/simulate-string.ts'
import { toStc } from './to-stc.ts'

/** Errors of Pmp of sound strings that were sampled with this noise; null: no result. */
interface Off {
  off: number
  /** Largest error that is told, as a share. */
  error: number
}

function offs(noise: number, count: number, hasDatasheet: boolean, isCoarse = false): (Off | null)[] {
  const random = randomFrom(7)
  return Array.from({ length: count }, () => {
    const [cell, modules] = [random.pick(cellTypes), random.integer(8, 24)]
    const site = { cell, modules, irradianceWm2: random.between(200, 1100), cellC: random.between(10, 70) }
    const measured = sample(
      exactString(cell, soundString(site)),
      {
        points: isCoarse ? random.integer(24, 32) : random.pick([64, 100, 128]),
        spacing: random.pick(['even', 'knee', 'capacitor']),
        noise,
        noiseKind: random.pick(['added', 'scaled']),
        correlation: random.between(0, 0.6),
        from: random.between(0, isCoarse ? 0.12 : 0.05),
        to: isCoarse ? random.pick([0.92, 0.96, 1]) : random.between(0.98, 1),
      },
      random,
    )
    // A coarse instrument tells currents in steps.
    const told = (current: number) => (isCoarse ? Number((Math.round(current / 0.05) * 0.05).toFixed(2)) : current)
    const curve = { ...measured, currentA: measured.currentA.map(told) }
    const module = sheetOf(cell)
    const stc = toStc(curve, site.irradianceWm2, site.cellC, hasDatasheet ? { module } : undefined)
    if (!stc) return null
    const { pmpW } = stc.figures
    return { off: Math.abs(pmpW / (modules * module.impA * module.vmpV) - 1), error: stc.pmpErrorW / pmpW }
  })
}

test.each([
  [0.005, 0.01],
  [0.01, 0.013],
  [0.02, 0.024],
])('noise of %d of the current changes Pmp at STC by less than %d', (noise, most) => {
  const found = offs(noise, 60, true).map((one) => one?.off ?? 1)
  expect(Math.max(...found)).toBeLessThan(most)
})

test.each([0.01, 0.02])('without a datasheet and with noise of %d Pmp at STC is within 4 % or absent', (noise) => {
  const told = offs(noise, 60, false).flatMap((one) => one?.off ?? [])
  expect(Math.max(...told)).toBeLessThan(0.04)
  expect(told.length).toBeGreaterThan(28)
})

test.each([
  ['fine', false, true],
  ['coarse', true, true],
  ['fine', false, false],
  ['coarse', true, false],
])('the error that is told holds: %s instrument', (_, isCoarse, hasDatasheet) => {
  const told = [0, 0.005, 0.01, 0.02].flatMap((noise) =>
    offs(noise, 60, hasDatasheet, isCoarse).flatMap((one) => one ?? []),
  )
  const held = told.filter(({ off, error }) => off <= error)
  expect(held.length / told.length).toBeGreaterThan(0.94)
  expect(Math.max(...told.map(({ off, error }) => off / error))).toBeLessThan(2.5)
  if (!hasDatasheet) expect(Math.max(...told.map(({ off }) => off))).toBeLessThan(0.04)
})

test('currents in steps of 0.05 A count as inexact: Pmp of a sweep without noise that ends early stays within the bar', () => {
  const found = offs(0, 120, true, true).map((one) => one?.off ?? 1)
  expect(median(found)).toBeLessThan(0.005)
  expect(found.filter((off) => off > 0.015).length).toBeLessThan(6)
})
