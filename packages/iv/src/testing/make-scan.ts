import { zeroC } from '../curve/curve.ts'
import type { ModuleData } from '../module/module-data.ts'
import type { Scan, StringOfScan } from '../verdict/scan.ts'
import { type CellType, cellTypes, datasheetOf } from './cells.ts'
import { faultyString, type MadeFault, madeFaults, soundString, type StringSite } from './make-fault.ts'
import type { Random } from './random.ts'
import { evenSampling, exactString, sample, type Sampling } from './simulate-string.ts'

/** A simulated scan with the true state of each string. */
export interface MadeScan {
  scan: Scan
  truth: (MadeFault | 'healthy' | 'soilingAll')[]
  site: StringSite
  noise: number
}

const madeNoises = [0, 0.005, 0.01, 0.02] as const

const sheets = new Map<CellType, ModuleData>()
export function sheetOf(cell: CellType): ModuleData {
  const sheet = sheets.get(cell) ?? datasheetOf(cell)
  sheets.set(cell, sheet)
  return sheet
}

export interface MadeScanOptions {
  /** `mixed`: up to a fifth of the strings have a fault; `alike`: all strings are soiled. */
  kind: 'mixed' | 'healthy' | 'alike'
  lowWm2: number
  highWm2: number
  noise?: number
}

/** Strings as defined by the targets: 8 to 24 ideal strings of 8 to 24 modules, with noise only. */
export function makeScan(
  random: Random,
  { kind, lowWm2, highWm2, noise = random.pick(madeNoises) }: MadeScanOptions,
): MadeScan {
  const cell = random.pick(cellTypes)
  const irradianceWm2 = random.between(lowWm2, highWm2)
  const site: StringSite = { cell, modules: random.integer(8, 24), irradianceWm2, cellC: random.between(10, 70) }
  const count = random.integer(8, 24)
  const sampling: Sampling = { ...evenSampling, noise, noiseKind: random.pick(['added', 'scaled']) }
  const dirty = { ...site, irradianceWm2: irradianceWm2 * (kind === 'alike' ? 1 - random.between(0.05, 0.25) : 1) }
  const sound = exactString(cell, soundString(dirty))
  const faulty = kind === 'mixed' ? Math.max(Math.floor(count / 5), 1) : 0
  const truth: MadeScan['truth'] = []
  const strings = Array.from({ length: count }, (_, i): StringOfScan => {
    if (i >= faulty) {
      truth.push(kind === 'alike' ? 'soilingAll' : 'healthy')
      return { curve: sample(sound, sampling, random) }
    }
    const fault = random.pick(madeFaults)
    truth.push(fault)
    return { curve: sample(exactString(cell, faultyString(site, fault, random)), sampling, random) }
  })
  return {
    scan: { strings, conditions: { irradianceWm2, cellC: site.cellC }, module: sheetOf(cell) },
    truth,
    site,
    noise,
  }
}

/**
 * Realistic sound strings: different modules, two-diode cells, errors of irradiance sensor and thermometer, drifting
 * light, uneven points that do not reach both ends, correlated noise, and outliers.
 */
export function makeRealScan(random: Random, lowWm2: number, highWm2: number): MadeScan {
  const basic = random.pick(cellTypes)
  const cell: CellType = {
    ...basic,
    recombination: random.between(0, 0.25),
    darkLeak: random.between(0, 1),
    shuntOhm: basic.shuntOhm * Math.exp(0.5 * random.normal()),
    seriesOhm: basic.seriesOhm * random.between(0.8, 1.15),
    photoA: basic.photoA * (1 + 0.01 * random.normal()),
    openV: basic.openV * (1 + 0.006 * random.normal()),
  }
  const irradianceWm2 = random.between(lowWm2, highWm2)
  const site: StringSite = { cell, modules: random.integer(8, 24), irradianceWm2, cellC: random.between(10, 70) }
  const sampling: Sampling = {
    points: random.integer(50, 180),
    spacing: random.pick(['even', 'knee', 'capacitor']),
    noise: random.pick([0.001, 0.002, 0.004, 0.008]),
    noiseKind: random.pick(['added', 'scaled']),
    correlation: random.between(0, 0.6),
    from: random.between(0, 0.05),
    to: random.between(0.985, 1),
  }
  const count = random.integer(6, 24)
  const strings = Array.from({ length: count }, (): StringOfScan => {
    const own = {
      ...site,
      cell: { ...cell, seriesOhm: cell.seriesOhm * (1 + 0.04 * random.normal()) },
      irradianceWm2: irradianceWm2 * (1 + 0.008 * random.normal()),
      cellC: site.cellC + 1.2 * random.normal(),
    }
    const drift = 0.002 * random.normal()
    const { voltageV, currentA } = sample(exactString(own.cell, soundString(own)), sampling, random, drift)
    const wild = random.uniform() < 0.1 ? random.integer(5, voltageV.length - 6) : -1
    return { curve: { voltageV, currentA: currentA.map((i, k) => (k === wild ? i * 0.7 : i)) } }
  })
  const conditions = {
    irradianceWm2: irradianceWm2 * (1 + 0.015 * random.normal()),
    cellC: Math.max(site.cellC + 2 * random.normal(), -zeroC),
  }
  return {
    scan: { strings, conditions, module: sheetOf(basic) },
    truth: strings.map(() => 'healthy'),
    site,
    noise: sampling.noise,
  }
}
