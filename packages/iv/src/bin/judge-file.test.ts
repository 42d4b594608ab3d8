import { cellTypes } from '../testing/cells.ts'
import { faultyString, soundString, type StringSite } from '../testing/make-fault.ts'
import { sheetOf } from '../testing/make-scan.ts'
import { randomFrom } from '../testing/random.ts'
import { evenSampling, exactString, sample } from '../testing/simulate-string.ts'
import { readCurves } from '../read/read-curves.ts'
import { scanToStc, toStc } from '../stc/to-stc.ts'
import { judgeText, problemText } from './judge-file.ts'
import { optionsOf } from './options.ts'

const [cell] = cellTypes
const site: StringSite = { cell, modules: 12, irradianceWm2: 850, cellC: 40 }
const given = {
  module: undefined,
  modules: undefined,
  parallel: undefined,
  irradianceWm2: undefined,
  cellC: undefined,
  backC: undefined,
}

function fileOf(): string {
  const random = randomFrom(2)
  const physics = [
    faultyString(site, 'seriesResistance', random),
    ...Array.from({ length: 5 }, () => soundString(site)),
  ]
  const rows = physics.flatMap((one, string) => {
    const { voltageV, currentA } = sample(exactString(cell, one), { ...evenSampling, noise: 0.003 }, random)
    return voltageV.map((v, k) => `${string + 1},${v},${currentA[k]}`)
  })
  return ['Irradiance [W/m2],850', 'Cell temperature [C],40', 'string,voltage,current', ...rows].join('\n')
}

test('a file of strings: verdicts, figures and power at standard conditions', () => {
  const { rows } = judgeText(fileOf(), { ...given, module: sheetOf(cell) })
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    'seriesResistance',
    ...Array.from({ length: 5 }, () => 'healthy'),
  ])
  const { impA, vmpV } = sheetOf(cell)
  expect((rows[3]?.stc?.pmpW ?? 0) / (12 * impA * vmpV)).toBeCloseTo(1, 1.5)
  expect(rows[3]?.stc?.coefficients).toBe('datasheet')
})

test('power at standard conditions is that of the whole scan, not of each curve alone', () => {
  const module = sheetOf(cell)
  const { rows } = judgeText(fileOf(), { ...given, module })
  const swept = readCurves(fileOf()).curves.map(({ curve }) => ({ curve, irradianceWm2: 850, cellC: 40 }))
  expect(rows.map(({ stc }) => stc?.pmpW)).toEqual(scanToStc(swept, module).map((stc) => stc?.figures.pmpW))
  const alone = swept.map(({ curve }) => toStc(curve, 850, 40, { module })?.figures.pmpW)
  for (const [i, { stc }] of rows.entries()) expect(stc?.pmpW).not.toBe(alone[i])
})

test('irradiance from the command line overrides that of the file', () => {
  expect(judgeText(fileOf(), { ...given, irradianceWm2: 200 }).rows.map(({ silence }) => silence)).toContain('tooDark')
})

test('cells are warmer than the module’s back in proportion to the irradiance in effect, from file or option', () => {
  const atBack = fileOf().replace('Cell temperature', 'Back temperature')
  const heatOf = (text: string, said: object) => judgeText(text, { ...given, ...said }).rows[0]?.conditions
  expect(heatOf(atBack, {})).toMatchObject({ cellC: expect.closeTo(42.55, 6), isFromBack: true })
  expect(heatOf(atBack, { irradianceWm2: 1000 })).toMatchObject({ cellC: expect.closeTo(43, 6), isFromBack: true })
  expect(heatOf(fileOf(), { backC: 44 })).toMatchObject({ cellC: expect.closeTo(46.55, 6), isFromBack: true })
  expect(heatOf(atBack, { cellC: 45, backC: 44 })).toEqual({ irradianceWm2: 850, cellC: 45 })
})

test('options: a module by name or by its values; refuses missing, implausible and unknown ones', () => {
  expect(optionsOf(['a.csv', '--module', 'LR4-72HPH-450M', '--back', '50', '--irradiance', '1000'])).toMatchObject({
    file: 'a.csv',
    backC: 50,
    module: { vocV: 49.3 },
  })
  const values = [
    '--isc',
    '8.9',
    '--voc',
    '37',
    '--imp',
    '8.3',
    '--vmp',
    '30',
    '--alpha',
    '0.05',
    '--beta',
    '-0.33',
    '--gamma',
    '-0.43',
  ]
  expect(optionsOf(['a.csv', ...values, '--cells', '60']).module?.gamma).toBeCloseTo(-0.0043)
  expect(() => optionsOf(['a.csv', ...values])).toThrow('--cells')
  expect(() => optionsOf(['a.csv', ...values, '--cells', '6'])).toThrow('voltagePerCellImplausible')
  expect(() => optionsOf([])).toThrow('Which file?')
  expect(() => optionsOf(['a.csv', '--modul', 'x'])).toThrow('--modul')
})

test('reports an unreadable line by number and refuses a file without a curve', () => {
  const [head, ...lines] = fileOf().split('\n')
  const { rows, problems } = judgeText([head, ...lines.with(9, '1,n/a,9')].join('\n'), given)
  expect(rows).toHaveLength(6)
  expect(problems.map(problemText)).toEqual([expect.stringMatching(/^line 11: this is no number/)])
  expect(() => judgeText('hello\nworld', given)).toThrow('line 1: no table of voltage and current')
})
