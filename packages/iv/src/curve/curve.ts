/** Points of one string, measured or simulated; both lists have the same length. */
export interface Curve {
  readonly voltageV: readonly number[]
  readonly currentA: readonly number[]
}

/** Irradiance and temperature during a sweep. */
export interface Conditions {
  /** In the plane of the modules, W/m2; null: not measured. */
  irradianceWm2: number | null
  /** Of the cells, degC; null: not measured. */
  cellC: number | null
  /** Whether `cellC` was derived from the back of the modules (see cellFromBack). */
  isFromBack?: boolean
  /** Irradiance just before and just after the sweep, W/m2, if measured; they show moving clouds. */
  irradianceBeforeWm2?: number | null
  irradianceAfterWm2?: number | null
}

export const stcWm2 = 1000
export const stcC = 25
export const zeroC = 273.15
