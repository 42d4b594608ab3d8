import { median } from '../curve/statistics.ts'
import { diodeCurrent, diodeFrom, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import { randomFrom } from '../testing/random.ts'
import { judgeScan } from '../verdict/judge-scan.ts'
import { toStc } from './to-stc.ts'

/**
 * Laboratory measurements of modules at many irradiances and temperatures (NREL, "Data for validating models for PV
 * module performance", 2014): degC, W/m2, Isc, Voc, Imp, Vmp. Real cells lose more in weak light than one diode.
 */
const measured = [
  {
    model: 'mSi0247, 36 cells, multicrystalline',
    cells: 36,
    percents: [0.045, -0.329, -0.414],
    rows: `15 200 0.538 21.1 0.481 17.52; 25 200 0.547 20.21 0.485 16.65; 25 400 1.094 21.03 0.993 17.49
25 600 1.64 21.48 1.502 17.86; 25 800 2.189 21.79 2.01 18.07; 25 1000 2.74 22.02 2.53 18.11; 25 1100 3.013 22.12 2.785 18.16
50 400 1.099 19.16 0.988 15.63; 50 600 1.657 19.63 1.499 16; 50 800 2.216 19.96 2.02 16.15; 50 1000 2.778 20.22 2.537 16.27
50 1100 3.054 20.32 2.793 16.26; 65 600 1.669 18.53 1.501 14.88; 65 800 2.23 18.87 2.013 15.07; 65 1000 2.796 19.13 2.53 15.15
65 1100 3.077 19.24 2.79 15.18`,
  },
  {
    model: 'xSi12922, 36 cells, monocrystalline',
    cells: 36,
    percents: [0.046, -0.339, -0.423],
    rows: `15 200 1.016 21.3 0.926 17.94; 25 200 1.029 20.38 0.939 17.04; 25 400 2.054 21.11 1.889 17.47
50 400 2.064 19.15 1.883 15.47; 25 600 3.076 21.52 2.833 17.6; 50 600 3.097 19.62 2.823 15.64; 65 600 3.107 18.46 2.813 14.51
25 800 4.096 21.82 3.753 17.63; 50 800 4.125 19.94 3.743 15.7; 65 800 4.158 18.8 3.743 14.56; 25 1000 5.116 22.05 4.66 17.63
50 1000 5.175 20.15 4.651 15.67; 65 1000 5.2 19.05 4.659 14.56; 25 1100 5.632 22.14 5.088 17.59; 50 1100 5.686 20.28 5.117 15.66
65 1100 5.723 19.16 5.123 14.5`,
  },
  {
    model: 'HIT05662, 72 cells, heterojunction',
    cells: 72,
    percents: [0.034, -0.256, -0.332],
    rows: `15 200 1.121 48.76 1.043 41.61; 25 200 1.132 47.69 1.056 40.32; 25 400 2.249 49.14 2.098 41.58
25 600 3.361 49.97 3.136 41.99; 25 800 4.474 50.54 4.18 42.09; 25 1000 5.584 50.98 5.181 42.17; 25 1100 6.136 51.17 5.74 41.94
50 400 2.258 45.73 2.099 37.9; 50 600 3.38 46.74 3.131 38.59; 50 800 4.516 47.3 4.182 38.66; 50 1000 5.642 47.8 5.231 38.66
50 1100 6.205 47.96 5.715 38.78; 65 600 3.397 44.77 3.131 36.52; 65 800 4.531 45.36 4.171 36.64; 65 1000 5.665 45.84 5.194 36.77
65 1100 6.222 46.04 5.739 36.62`,
  },
  {
    model: 'CIGS8-001, 66 cells, copper indium gallium selenide',
    cells: 66,
    percents: [0.009, -0.302, -0.377],
    rows: `25 200 0.511 37.45 0.377 28.1; 25 400 1.017 39.83 0.811 31.09; 50 400 1.02 36.15 0.853 27.96
25 600 1.523 40.97 1.254 32.04; 50 600 1.533 37.23 1.304 28.6; 65 600 1.532 35.01 1.299 26.59; 25 800 2.028 41.7 1.7 32.44
50 800 2.047 37.95 1.757 28.88; 65 800 2.042 35.77 1.746 26.87; 25 1000 2.53 42.23 2.153 32.54; 50 1000 2.553 38.46 2.202 28.9
65 1000 2.553 36.35 2.191 27; 25 1100 2.781 42.43 2.378 32.55; 50 1100 2.81 38.63 2.43 28.84; 65 1100 2.813 36.6 2.41 27.08`,
  },
].map((module) => ({
  ...module,
  rows: module.rows
    .split(/[;\n]/)
    .map((row) => row.trim().split(' ').map(Number) as [number, number, number, number, number, number]),
}))

/** A curve through measured Isc, Voc and peak; thin films have another ideality than silicon. */
function curveThrough(cells: number, cellC: number, iscA: number, vocV: number, impA: number, vmpV: number) {
  const isThin = cells === 66
  const tried = (isThin ? [0.9, 1.2, 1.5, 1.9] : [1.07]).flatMap((ideality) =>
    Array.from({ length: 20 }, (_, k) => ({ ideality, shuntS: ((isThin ? 0.012 : 0.005) * k * iscA) / vocV })),
  )
  const diodes = tried.map(({ ideality, shuntS }) => {
    const thermalV = ideality * cells * 8.617333e-5 * (cellC + 273.15)
    let [low, high] = [0, (0.35 * vocV) / iscA]
    for (let i = 0; i < 24; i++) {
      const ohm = (low + high) / 2
      const { pmpW } = diodePeak(diodeFrom(iscA * (1 + ohm * shuntS), vocV, thermalV, ohm, shuntS))
      if (pmpW > impA * vmpV) low = ohm
      else high = ohm
    }
    const diode = diodeFrom(iscA * (1 + low * shuntS), vocV, thermalV, low, shuntS)
    const peak = diodePeak(diode)
    return { diode, miss: 20 * Math.abs(peak.pmpW / (impA * vmpV) - 1) + Math.abs(peak.vmpV / vmpV - 1) }
  })
  const [{ diode } = { diode: diodeFrom(1, 1, 1, 1, 1) }] = diodes.toSorted((one, other) => one.miss - other.miss)
  const open = diodeOpenVoltage(diode)
  const voltageV = Array.from({ length: 80 }, (_, i) => (open * i) / 79)
  return { voltageV, currentA: voltageV.map((v) => diodeCurrent(diode, v)) }
}

const silicon = measured.filter(({ model }) => !model.startsWith('CIGS'))

/** The datasheet of the module, from its measurements. */
function sheetOf({ model, cells, percents, rows }: (typeof measured)[number]) {
  const [, , iscA = 0, vocV = 0, impA = 0, vmpV = 0] =
    rows.find(([cellC, light]) => cellC === 25 && light === 1000) ?? []
  const [alpha = 0, beta = 0, gamma = 0] = percents.map((percent) => percent / 100)
  return { manufacturer: 'measured', model, cells, iscA, vocV, impA, vmpV, alpha, beta, gamma }
}

test.each(measured)('compared with its datasheet alone, $model has no fault under any irradiance', (one) => {
  const module = sheetOf(one)
  const random = randomFrom(2)
  for (const [cellC, irradianceWm2, ...figures] of one.rows) {
    const { voltageV, currentA } = curveThrough(one.cells, cellC, ...figures)
    const curve = { voltageV, currentA: currentA.map((i) => i + 0.003 * figures[0] * random.normal()) }
    const strings = [{ curve, modules: 1, parallel: 1 }]
    const [said] = judgeScan({ strings, conditions: { irradianceWm2, cellC }, module })
    expect(['healthy', null]).toContain(said?.verdict)
  }
})

test('the datasheet’s fill factor brings a thin film to Pmp at STC within 3 %', () => {
  const [thin] = measured.slice(-1)
  if (!thin) throw new Error('no module')
  const module = sheetOf(thin)
  for (const [cellC, light, ...figures] of thin.rows.filter((row) => row[1] >= 400)) {
    const stc = toStc(curveThrough(66, cellC, ...figures), light, cellC, { module, modules: 1, parallel: 1 })
    expect(Math.abs((stc?.figures.pmpW ?? 0) / (module.impA * module.vmpV) - 1)).toBeLessThan(0.03)
  }
})

test.each(silicon)('Pmp at STC of $model is within 3 % and has no trend over irradiance or temperature', (one) => {
  const { cells, rows } = one
  const module = sheetOf(one)
  const { impA, vmpV } = module
  const offs = rows.map(([cellC, light, ...figures]) => {
    const stc = toStc(curveThrough(cells, cellC, ...figures), light, cellC, { module, modules: 1, parallel: 1 })
    return { cellC, light, off: (stc?.figures.pmpW ?? 0) / (impA * vmpV) - 1 }
  })
  const sizes = offs.map(({ off }) => Math.abs(off))
  expect(median(sizes)).toBeLessThan(0.01)
  expect(Math.max(...sizes)).toBeLessThan(0.03)
  const middle = (of: typeof offs) => median(of.map(({ off }) => off))
  const trend = (is: (row: (typeof offs)[number]) => boolean) =>
    Math.abs(middle(offs.filter(is)) - middle(offs.filter((row) => !is(row))))
  expect(trend(({ light }) => light <= 600)).toBeLessThan(0.01)
  expect(trend(({ cellC }) => cellC >= 50)).toBeLessThan(0.01)
})

test.each(silicon)('without a datasheet Pmp at STC of $model is within 4 % or absent', ({ cells, rows }) => {
  const [, , , , impA, vmpV] = rows.find(([cellC, light]) => cellC === 25 && light === 1000) ?? [0, 0, 0, 0, 0, 0]
  const told = rows.flatMap(([cellC, light, ...figures]) => {
    const stc = toStc(curveThrough(cells, cellC, ...figures), light, cellC)
    return stc ? [Math.abs(stc.figures.pmpW / (impA * vmpV) - 1)] : []
  })
  expect(Math.max(...told)).toBeLessThan(0.04)
  expect(told.length).toBeGreaterThan(0.7 * rows.length)
})
