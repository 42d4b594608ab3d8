import { mppTable } from './mpp-table.ts'
import { mono450, mono545 } from './module-types.ts'
import { parametersAt, pvModule } from './pv-module.ts'
import { maximumPower, openCircuitVoltage, shortCircuitCurrent } from './single-diode.ts'

test.each([mono450, mono545])('$datasheet.name meets its datasheet at STC', (module) => {
  const p = parametersAt(module, 1000, 25)
  const sheet = module.datasheet
  expect(shortCircuitCurrent(p)).toBeCloseTo(sheet.iscA, 3)
  expect(openCircuitVoltage(p)).toBeCloseTo(sheet.vocV, 3)
  const peak = maximumPower(p)
  expect(Math.abs(peak.power / sheet.powerW - 1)).toBeLessThan(0.001)
  expect(Math.abs(peak.voltage / sheet.vmpV - 1)).toBeLessThan(0.015)
})

test.each([mono450, mono545])('$datasheet.name has the datasheet’s temperature coefficient of power', (module) => {
  const power = (c: number) => maximumPower(parametersAt(module, 1000, c)).power
  const gamma = (power(55) / power(25) - 1) / 30
  expect(Math.abs(gamma - module.datasheet.gamma)).toBeLessThan(0.0005)
})

test('refuses a datasheet that no diode meets', () => {
  expect(() => pvModule({ ...mono545.datasheet, powerW: 700 })).toThrow(RangeError)
})

test('the table of maximum power is within 0.2 percent of the exact solution from 37 W/m2 on', () => {
  const table = mppTable(mono545)
  for (const [g, c] of [
    [37, 3],
    [211, 18],
    [503, 41],
    [777, 52],
    [1013, 63],
  ] as const) {
    const exact = maximumPower(parametersAt(mono545, g, c))
    const out = { voltage: 0, current: 0 }
    table.lookUp(g, c, out)
    expect(Math.abs((out.voltage * out.current) / exact.power - 1)).toBeLessThan(0.002)
  }
})
