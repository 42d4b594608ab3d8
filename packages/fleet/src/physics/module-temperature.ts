/** Coefficients of the Sandia model for one mounting type (King 2004, table 1). */
export interface ThermalMounting {
  a: number
  b: number
  /** Cell temperature above back-of-module temperature at 1000 W/m2, K. */
  cellRiseC: number
}

export const openRack: ThermalMounting = { a: -3.56, b: -0.075, cellRiseC: 3 }
export const closeRoof: ThermalMounting = { a: -2.98, b: -0.0471, cellRiseC: 1 }

/** Back-of-module temperature, degC, from in-plane irradiance W/m2, air degC and wind m/s. */
export function moduleTemperature(mounting: ThermalMounting, poa: number, ambientC: number, windMs: number): number {
  return ambientC + poa * Math.exp(mounting.a + mounting.b * windMs)
}

export function cellTemperature(mounting: ThermalMounting, poa: number, moduleC: number): number {
  return moduleC + (poa / 1000) * mounting.cellRiseC
}
