import type { ModuleType } from '@helioport/contract'
import { parametersAt, type PvModule } from './pv-module.ts'
import { maximumPower, openCircuitVoltage } from './single-diode.ts'

const stc = { irradiance: 1000, cellC: 25 }
const warmC = 10
const percentDigits = 1e3

/** Datasheet of a modelled module, with the temperature coefficients of the model. */
export function moduleSheet(module: PvModule): ModuleType {
  const { name, iscA, vocV, impA, vmpV, cellsInSeries, alphaIscA } = module.datasheet
  const cold = parametersAt(module, stc.irradiance, stc.cellC)
  const warm = parametersAt(module, stc.irradiance, stc.cellC + warmC)
  const perKelvin = (at: number, later: number) => rounded((100 * (later / at - 1)) / warmC)
  return {
    manufacturer: 'Helioport',
    model: name,
    iscA,
    vocV,
    impA,
    vmpV,
    alphaPercent: rounded((100 * alphaIscA) / iscA),
    betaPercent: perKelvin(openCircuitVoltage(cold), openCircuitVoltage(warm)),
    gammaPercent: perKelvin(maximumPower(cold).power, maximumPower(warm).power),
    cells: cellsInSeries,
  }
}

const rounded = (percent: number) => Math.round(percent * percentDigits) / percentDigits
