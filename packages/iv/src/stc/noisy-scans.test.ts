import type { ModuleData } from '../module/module-data.ts'
import { median } from '../curve/statistics.ts'
import { cellTypes } from '../testing/cells.ts'
import { faultyString, madeFaults, soundString, type StringSite } from '../testing/make-fault.ts'
import { sheetOf } from '../testing/make-scan.ts'
import { type Random, randomFrom } from '../testing/random.ts'
import { exactString, sample, type Sampling, type StringPhysics } from '../testing/simulate-string.ts'
import { scanToStc, type SweptString, toStc } from './to-stc.ts'

interface Told {
  isSound: boolean
  /** Error of Pmp and the largest one that is told, as shares. */
  off: number
  error: number
}

interface Wanted {
  noise: number
  scans: number
  /** Whether the first string of each scan has a fault, another one in each scan. */
  hasFaults?: boolean
  /** By how much sound strings differ in light, as a share; in heat and series resistance accordingly. */
  differ?: number
  isCoarse?: boolean
  hasDatasheet?: boolean
  translate?: (strings: readonly SweptString[], module?: ModuleData) => ReturnType<typeof scanToStc>
}

const eachAlone: Wanted['translate'] = (strings, module) =>
  strings.map(({ curve, irradianceWm2, cellC }) => toStc(curve, irradianceWm2, cellC, module && { module }))

/** The same string at standard conditions, if its siblings were at those of the site. */
function pmpAtStc(site: StringSite, physics: StringPhysics): number {
  const groups = physics.groups.map(({ at, count }) => {
    const irradianceWm2 = (at.irradianceWm2 * 1000) / site.irradianceWm2
    return { at: { ...at, irradianceWm2, cellC: at.cellC - site.cellC + 25 }, count }
  })
  return exactString(site.cell, { ...physics, groups }).pmpW
}

function samplingOf(random: Random, noise: number, isCoarse: boolean): Sampling {
  return {
    points: isCoarse ? random.integer(24, 32) : random.pick([64, 100, 128]),
    spacing: random.pick(['even', 'knee', 'capacitor']),
    noise,
    noiseKind: random.pick(['added', 'scaled']),
    correlation: 0,
    from: random.between(0, isCoarse ? 0.12 : 0.05),
    to: isCoarse ? random.pick([0.92, 0.96, 1]) : random.between(0.98, 1),
  }
}

/** Strings of scans of 8 to 24 strings at 200 to 1100 W/m2 and 10 to 70 degC. */
function stringsOf(wanted: Wanted): Told[] {
  const {
    noise,
    scans,
    hasFaults = false,
    differ = 0,
    isCoarse = false,
    hasDatasheet = true,
    translate = scanToStc,
  } = wanted
  const random = randomFrom(11)
  return Array.from({ length: scans }, (_, nth) => nth).flatMap((nth) => {
    const fault = faults[nth % faults.length] ?? 'soiling'
    const [cell, modules] = [random.pick(cellTypes), random.integer(8, 24)]
    const site = { cell, modules, irradianceWm2: random.between(200, 1100), cellC: random.between(10, 70) }
    const sampling = samplingOf(random, noise, isCoarse)
    const strings = Array.from({ length: random.integer(8, 24) }, (_, i) => {
      const own = {
        modules,
        irradianceWm2: site.irradianceWm2 * (1 + differ * random.normal()),
        cellC: site.cellC + 150 * differ * random.normal(),
        cell: { ...cell, seriesOhm: cell.seriesOhm * (1 + 5 * differ * random.normal()) },
      }
      const physics = hasFaults && i === 0 ? faultyString(own, fault, random) : soundString(own)
      const measured = sample(exactString(own.cell, physics), sampling, random)
      // A coarse instrument tells currents in steps.
      const told = (current: number) => (isCoarse ? Number((Math.round(current / 0.05) * 0.05).toFixed(2)) : current)
      const curve = { ...measured, currentA: measured.currentA.map(told) }
      return { curve, truthW: pmpAtStc({ ...site, cell: own.cell }, physics) }
    })
    const { irradianceWm2, cellC } = site
    const found = translate(
      strings.map(({ curve }) => ({ curve, irradianceWm2, cellC })),
      hasDatasheet ? sheetOf(cell) : undefined,
    )
    return strings.map(({ truthW }, i): Told => {
      const { figures, pmpErrorW = 0 } = found[i] ?? { figures: { pmpW: 0 } }
      return { isSound: !hasFaults || i > 0, off: Math.abs(figures.pmpW / truthW - 1), error: pmpErrorW / figures.pmpW }
    })
  })
}

/** An open string has no power. */
const faults = madeFaults.filter((fault) => fault !== 'openString')

const greatest = (told: readonly Told[]) => Math.max(...told.map(({ off }) => off))
const heldShare = (told: readonly Told[]) => told.filter(({ off, error }) => off <= error).length / told.length

test.each([0, 0.005, 0.01, 0.02])(
  'with the datasheet and noise of %d every string of a scan is within 1 %%',
  (noise) => {
    const told = stringsOf({ noise, scans: 10 })
    expect(told.length).toBeGreaterThan(120)
    expect(greatest(told)).toBeLessThan(0.01)
    expect(heldShare(told)).toBeGreaterThan(0.94)
  },
)

test('siblings make the told range narrower', () => {
  const [shared, alone] = [{}, { translate: eachAlone }].map((how) =>
    median(stringsOf({ noise: 0.02, scans: 5, ...how }).map(({ error }) => error)),
  )
  expect(shared).toBeLessThan(0.7 * (alone ?? 0))
})

test('strings that differ in light, heat and resistance keep their own Pmp', () => {
  for (const noise of [0.001, 0.005]) {
    const told = stringsOf({ noise, scans: 6, differ: 0.008 })
    expect(greatest(told)).toBeLessThan(0.01)
    expect(heldShare(told)).toBeGreaterThan(0.94)
  }
})

test('sound siblings do not hide a fault: its Pmp is nearer to the truth than by its curve alone', () => {
  const how = { noise: 0.02, scans: 2 * faults.length, hasFaults: true }
  const told = stringsOf(how)
  expect(greatest(told.filter(({ isSound }) => isSound))).toBeLessThan(0.01)
  const sumOf = (list: Told[]) => list.reduce((sum, one) => sum + (one.isSound ? 0 : one.off), 0)
  expect(sumOf(told)).toBeLessThan(0.7 * sumOf(stringsOf({ ...how, translate: eachAlone })))
})

test('coarse instruments profit: 24 to 32 points in steps of 0.05 A that end at 92 % of Voc', () => {
  const how = { noise: 0.02, scans: 8, isCoarse: true }
  const told = stringsOf(how)
  const missing = (list: Told[]) => list.filter(({ off }) => off > 0.01).length / list.length
  expect(missing(told)).toBeLessThan(0.5 * missing(stringsOf({ ...how, translate: eachAlone })))
  expect(heldShare(told)).toBeGreaterThan(0.94)
})

test.each([0, 0.01, 0.02])('without a datasheet and with noise of %d Pmp is within 2.5 %% or absent', (noise) => {
  const told = stringsOf({ noise, scans: 6, hasDatasheet: false }).filter(({ off }) => off < 1)
  expect(told.length).toBeGreaterThan(80)
  expect(greatest(told)).toBeLessThan(0.025)
})
