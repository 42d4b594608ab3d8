import { type Conditions, type Curve, stcWm2 } from '../curve/curve.ts'
import { type Figures, measure, type Measured } from '../curve/figures.ts'
import { interpolate, median } from '../curve/statistics.ts'
import { diodeCurrent, diodeOpenVoltage, diodePeak } from '../diode/diode.ts'
import type { ModuleData } from '../module/module-data.ts'
import { moduleAt, moduleDiode, stringOf } from '../module/module-diode.ts'
import type { Compared } from './judge-string.ts'
import { predict, soundGroups, stringModel } from './string-model.ts'

const places = 90

/** Expectation by several strings of equal length: the median of their currents at each voltage. */
export function fromSiblings(siblings: readonly Measured[]): Compared | null {
  const voc = median(siblings.map(({ figures }) => figures.vocV))
  const voltageV = Array.from({ length: places }, (_, k) => voc * spot(k / (places - 1)))
  const currentA = voltageV.map((v) => median(siblings.map(({ smooth }) => smooth.at(v))))
  return fromCurve({ voltageV, currentA }, siblings.length, 'siblings')
}

/** Voltages as shares of Voc, denser from the knee on. */
const spot = (u: number) => (u < 0.35 ? (u / 0.35) * 0.65 : 0.65 + ((u - 0.35) / 0.65) * 0.355)

function fromCurve(curve: Curve, count: number, against: Compared['against']): Compared | null {
  const measured = measure(curve).measured
  const diode = measured?.smooth.fit?.diode
  if (!measured || !diode) return null
  const { clean, figures, smooth } = measured
  return {
    expectation: {
      model: stringModel(diode, figures.vocV, figures.iscA),
      rest: {
        voltageV: clean.voltageV,
        currentA: clean.voltageV.map((v) => smooth.at(v) - diodeCurrent(diode, v)),
      },
      spread: { current: 0.008, voltage: 0.0025, series: 0.1, drift: 0.003 },
      shape: { current: 0.0012, voltage: 0.0007 },
      inflation: 1 + 1.57 / count,
    },
    figures,
    against,
  }
}

const drawnPlaces = 60

/** The expected curve, from 0 V to Voc. */
export function expectedCurve({ expectation: { model, rest } }: Compared): Curve {
  const voltageV = Array.from({ length: drawnPlaces }, (_, k) => model.vocV * spot(k / (drawnPlaces - 1)))
  const currentA = new Float64Array(drawnPlaces)
  predict(model, soundGroups(model), 0, voltageV, currentA)
  const withRest = voltageV.map((v, k) => (currentA[k] ?? 0) + interpolate(rest.voltageV, rest.currentA, v))
  const end = withRest.findIndex((current) => current < 0)
  // The curve ends where the current crosses zero.
  const count = end < 1 ? drawnPlaces : end
  return { voltageV: voltageV.slice(0, count), currentA: withRest.slice(0, count) }
}

/** Expectation by an earlier curve, translated to the present light and temperature by its own diode. */
export function fromPast(
  past: { curve: Curve; conditions: Conditions },
  now: Conditions,
  beta: number,
): Compared | null {
  const { irradianceWm2, cellC } = past.conditions
  if (!irradianceWm2 || !now.irradianceWm2 || cellC === null || now.cellC === null) return null
  const { measured } = measure(past.curve)
  const diode = measured?.smooth.fit?.diode
  if (!measured || !diode) return null
  const light = now.irradianceWm2 / irradianceWm2
  const warmer = now.cellC - cellC
  const lift = measured.figures.vocV * beta * warmer + diode.thermalV * Math.log(light)
  const { voltageV } = measured.clean
  const currents = voltageV.map((v) => measured.smooth.at(v))
  const curve = {
    voltageV: voltageV.map((v, i) => v + lift - diode.seriesOhm * (currents[i] ?? 0) * (light - 1)),
    currentA: currents.map((current) => current * light * (1 + 0.0005 * warmer)),
  }
  const compared = fromCurve(curve, 1, 'past')
  const far = Math.abs(Math.log(light)) * 0.02 + Math.abs(warmer) * 0.0004
  return (
    compared && {
      ...compared,
      expectation: {
        ...compared.expectation,
        spread: { current: 0.012 + far, voltage: 0.006 + far / 2, series: 0.2, drift: 0.004 },
        shape: { current: 0.003, voltage: 0.0015 },
      },
    }
  )
}

/** Expectation by the datasheet at the measured light and temperature. */
export function fromDatasheet(module: ModuleData, modules: number, parallel: number, at: Conditions): Compared | null {
  const { irradianceWm2, cellC } = at
  if (!irradianceWm2 || cellC === null) return null
  const diode = stringOf(moduleAt(moduleDiode(module), irradianceWm2, cellC), modules, parallel)
  const vocV = diodeOpenVoltage(diode)
  const iscA = diodeCurrent(diode, 0)
  const { vmpV, impA, pmpW } = diodePeak(diode)
  const figures: Figures = {
    iscA,
    vocV,
    vmpV,
    impA,
    pmpW,
    fillFactor: pmpW / (iscA * vocV),
    seriesOhm: diode.seriesOhm + diode.thermalV / diode.photoA,
    shuntOhm: 1 / diode.shuntS,
  }
  const dim = stcWm2 / irradianceWm2
  return {
    expectation: {
      model: stringModel(diode, vocV, iscA),
      rest: { voltageV: [0, vocV], currentA: [0, 0] },
      // Tolerance of modules, calibration of sensors, some kelvin of temperature error: larger in weak light.
      spread: { current: 0.02, voltage: 0.015, series: 0.25 * dim, drift: 0.006 * dim },
      shape: { current: 0.006, voltage: 0.003 },
      inflation: 1,
    },
    figures,
    against: 'datasheet',
  }
}
