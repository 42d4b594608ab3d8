import { readFileSync } from 'node:fs'
import { testWithData } from '../testing/reference-data.ts'
import {
  currentAt,
  type DiodeParameters,
  idealityVoltage,
  maximumPower,
  openCircuitVoltage,
  shortCircuitCurrent,
} from './single-diode.ts'

const { test: testWithCurves, files } = testWithData(['iv-curves-exact.json', 'iv-curves-exact-parameters.csv'])
const [curvesFile = '', parametersFile = ''] = files

interface ExactCurve {
  Index: number
  Voltages: string[]
  Currents: string[]
  v_oc: string
  i_sc: string
  v_mp: string
  i_mp: string
  p_mp: string
  Temperature: string
}

function parametersOf(line: string, kelvin: number): DiodeParameters {
  const [, photo = 0, saturation = 0, series = 0, shunt = 0, n = 0, cells = 0] = line.split(',').map(Number)
  return {
    photoA: photo,
    saturationA: saturation,
    seriesOhm: series,
    shuntOhm: shunt,
    idealityV: idealityVoltage(n, cells, kelvin - 273.15),
  }
}

function checkExactCurves() {
  const curves = (JSON.parse(readFileSync(curvesFile, 'utf8')) as { 'IV Curves': ExactCurve[] })['IV Curves']
  const lines = readFileSync(parametersFile, 'utf8').trim().split('\n').slice(1)
  expect(curves).toHaveLength(32)
  const within = (value: number, exact: string) => expect(Math.abs(value / Number(exact) - 1)).toBeLessThan(0.001)
  for (const curve of curves) {
    const p = parametersOf(lines[curve.Index - 1] ?? '', Number(curve.Temperature))
    const peak = maximumPower(p)
    within(shortCircuitCurrent(p), curve.i_sc)
    within(openCircuitVoltage(p), curve.v_oc)
    within(peak.power, curve.p_mp)
    within(peak.voltage, curve.v_mp)
    within(peak.current, curve.i_mp)
    curve.Voltages.forEach((voltage, i) => {
      const error = currentAt(p, Number(voltage)) - Number(curve.Currents[i])
      expect(Math.abs(error)).toBeLessThan(0.001 * Number(curve.i_sc))
    })
  }
}

testWithCurves('the 32 exact curves: Isc, Voc, Pmp and every point within 0.1 percent', checkExactCurves)

const typical: DiodeParameters = { photoA: 14, saturationA: 1e-10, seriesOhm: 0.2, shuntOhm: 400, idealityV: 1.95 }

test('without light there is no voltage and no power', () => {
  const night = { ...typical, photoA: 0 }
  expect(openCircuitVoltage(night)).toBe(0)
  expect(maximumPower(night)).toEqual({ voltage: 0, current: 0, power: 0 })
})

test('power at the maximum exceeds that of its neighbours', () => {
  const peak = maximumPower(typical)
  for (const step of [-0.2, 0.2]) {
    const voltage = peak.voltage + step
    expect(voltage * currentAt(typical, voltage)).toBeLessThan(peak.power)
  }
})

test('above the open-circuit voltage the current is negative', () => {
  expect(currentAt(typical, openCircuitVoltage(typical) + 1)).toBeLessThan(0)
})
