import { diodeCurrent, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import { commonModules, findModule } from './common-modules.ts'
import { checkModule, technologies } from './module-data.ts'
import { moduleAt, moduleDiode } from './module-diode.ts'

test('every known module is plausible; they cover at least three technologies', () => {
  for (const module of commonModules) expect(checkModule(module)).toEqual([])
  expect(new Set(commonModules.map(({ technology }) => technology)).size).toBeGreaterThanOrEqual(3)
  for (const { technology } of commonModules) expect(technologies).toContain(technology)
})

test('a module’s diode meets Isc, Voc, Pmp, alpha, beta and gamma of its datasheet', () => {
  for (const data of commonModules) {
    const module = moduleDiode(data)
    const warm = moduleAt(module, 1000, 65)
    expect(diodeCurrent(module.stc, 0) / data.iscA).toBeCloseTo(1, 3)
    expect(diodeOpenVoltage(module.stc) / data.vocV).toBeCloseTo(1, 6)
    const power = diodePeak(module.stc).pmpW
    expect(power / (data.impA * data.vmpV)).toBeCloseTo(1, 4)
    expect(diodeCurrent(warm, 0) / data.iscA).toBeCloseTo(1 + 40 * data.alpha, 3)
    expect(diodeOpenVoltage(warm) / data.vocV).toBeCloseTo(1 + 40 * data.beta, 3)
    expect((diodePeak(warm).pmpW / power - 1) / 40 / data.gamma).toBeCloseTo(1, 1)
  }
})

test('finds a module by a part of its name if only one has it', () => {
  expect(findModule('longi lr4-72hph-450m')?.vocV).toBe(49.3)
  expect(findModule('X21-345')?.manufacturer).toBe('SunPower')
  expect(findModule('JKM')).toBeUndefined()
  expect(findModule('')).toBeUndefined()
})

test('names each implausible value of a module', () => {
  const [good] = commonModules
  if (!good) throw new Error('no module')
  expect(checkModule({ ...good, impA: good.iscA + 1 })).toContain('impNotBelowIsc')
  expect(checkModule({ ...good, beta: -0.34 })).toContain('betaImplausible')
  expect(checkModule({ ...good, cells: 6 })).toContain('voltagePerCellImplausible')
  expect(checkModule({ ...good, vocV: Number.NaN })).toEqual(['notPositive'])
})
