import { type DiodeParameters, idealityVoltage, maximumPower } from './single-diode.ts'

/** Datasheet values at 1000 W/m2 and 25 degC. */
export interface ModuleDatasheet {
  name: string
  /** Pmax, W. */
  powerW: number
  vocV: number
  iscA: number
  vmpV: number
  impA: number
  cellsInSeries: number
  /** Temperature coefficient of Isc, A/K. */
  alphaIscA: number
  /** Temperature coefficient of Pmax, 1/K, negative. */
  gamma: number
}

/** Reference parameters of one module type (De Soto 2006). */
export interface PvModule {
  datasheet: ModuleDatasheet
  reference: DiodeParameters
  ideality: number
}

const stcC = 25
const kelvin = (c: number) => c + 273.15
/** Band gap of silicon at 25 degC, eV, and its change with temperature (De Soto). */
const bandGap = 1.121
const bandGapSlope = -0.0002677
const boltzmannEv = 8.617333262e-5

/** Typical shunt resistance of crystalline modules of this size, ohm; small effect on Pmax. */
const typicalShuntOhm = 350

function withSeries(sheet: ModuleDatasheet, ideality: number, seriesOhm: number): DiodeParameters {
  const a = idealityVoltage(ideality, sheet.cellsInSeries, stcC)
  const shunt = typicalShuntOhm
  // Isc and Voc fix IL and I0 exactly.
  const isc = sheet.iscA * (1 + seriesOhm / shunt)
  const atShort = Math.expm1((sheet.iscA * seriesOhm) / a)
  const atOpen = Math.expm1(sheet.vocV / a)
  const saturationA = (isc - sheet.vocV / shunt) / (atOpen - atShort)
  return {
    photoA: saturationA * atOpen + sheet.vocV / shunt,
    saturationA,
    seriesOhm,
    shuntOhm: shunt,
    idealityV: a,
  }
}

/**
 * Parameters that match the datasheet's Isc, Voc and Pmax: the series resistance is fitted to the fill factor. Throws
 * RangeError when no resistance from 0 to 2 ohm fits (the datasheet is inconsistent).
 */
export function pvModule(datasheet: ModuleDatasheet, ideality = 1.02): PvModule {
  const excess = (ohm: number) => maximumPower(withSeries(datasheet, ideality, ohm)).power - datasheet.powerW
  let [low, high] = [0, 2]
  if (excess(low) < 0 || excess(high) > 0) throw new RangeError(`datasheet of ${datasheet.name} fits no diode`)
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (excess(middle) > 0) low = middle
    else high = middle
  }
  return { datasheet, ideality, reference: withSeries(datasheet, ideality, (low + high) / 2) }
}

/** Parameters at effective irradiance (W/m2) and cell temperature (degC). */
export function parametersAt(module: PvModule, irradiance: number, cellC: number): DiodeParameters {
  const { reference: r, datasheet } = module
  const [t0, t] = [kelvin(stcC), kelvin(cellC)]
  const light = Math.max(irradiance, 1e-3) / 1000
  const gap = bandGap * (1 + bandGapSlope * (t - t0))
  // De Soto's band gap is per junction; ideality scales the exponent of the whole module.
  const exponent = (bandGap / t0 - gap / t) / boltzmannEv
  return {
    photoA: light * (r.photoA + datasheet.alphaIscA * (cellC - stcC)),
    saturationA: r.saturationA * (t / t0) ** 3 * Math.exp(exponent),
    seriesOhm: r.seriesOhm,
    shuntOhm: r.shuntOhm / light,
    idealityV: (r.idealityV * t) / t0,
  }
}
