/** Limit for the step of a coarse register: the device's energy in this many hours at rated power. */
const hoursAtMost = 12

/**
 * Step of a register that is coarser than 1 kWh (for example 10 or 100), found from its values in order: all of them
 * are multiples of it, and the register stands still at least as often as it moves. Two different values prove only a
 * power of ten: whole numbers have other common divisors by chance. Undefined: the register is finer.
 */
export function coarseRegister(counterKwh: readonly number[], ratedW: number): number | undefined {
  const values = new Set(counterKwh)
  const moves = counterKwh.filter((kwh, index) => index > 0 && kwh !== counterKwh[index - 1]).length
  if (2 * moves >= counterKwh.length) return undefined
  let divisor = 0
  for (const kwh of values) {
    if (!Number.isInteger(kwh) || divisor === 1) return undefined
    divisor = commonDivisor(divisor, kwh)
  }
  const most = (hoursAtMost * ratedW) / 1000
  const register = values.size < 3 ? powerOfTenIn(divisor, most) : divisor
  return register > 1 && register <= most ? register : undefined
}

/** Whether no later value can show that the register is coarse. */
export function staysFine(counterKwh: readonly number[]): boolean {
  let divisor = 0
  return counterKwh.some((kwh) => !Number.isInteger(kwh) || (divisor = commonDivisor(divisor, kwh)) === 1)
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

/** The greatest power of ten, up to `most`, that divides `divisor`; 1: none. */
function powerOfTenIn(divisor: number, most: number): number {
  return [1000, 100, 10].find((power) => divisor > 0 && power <= most && divisor % power === 0) ?? 1
}
