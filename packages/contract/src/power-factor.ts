/**
 * Power factor rule: the closed set [-1.000, -0.800] U [0.800, 1.000], step 0.001
 * (registers 0x5031 and 0x07D0: S16, scale 0.001). -1 and +1 mean the same Q = 0.
 */
export const powerFactorMin = 0.8
export const powerFactorMax = 1

export function isPowerFactor(value: number): boolean {
  const magnitude = Math.abs(value)
  const thousandths = Math.round(value * 1000)
  return magnitude >= powerFactorMin && magnitude <= powerFactorMax && Math.abs(value * 1000 - thousandths) < 1e-6
}

/** -1.000 and +1.000 are the same setting: no reactive power. */
export function isSamePowerFactor(a: number, b: number): boolean {
  const unity = (value: number) => Math.abs(Math.abs(value) - 1) < 5e-4
  return (unity(a) && unity(b)) || Math.abs(a - b) < 5e-4
}
