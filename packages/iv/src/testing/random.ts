/** Random numbers from a seed, so that each set of strings is reproducible. */
export interface Random {
  /** From 0 up to 1. */
  uniform: () => number
  between: (low: number, high: number) => number
  integer: (low: number, high: number) => number
  normal: () => number
  pick: <T>(list: readonly [T, ...T[]]) => T
}

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const integer = (low: number, high: number) => low + Math.floor(uniform() * (high - low + 1))
  return {
    uniform,
    integer,
    between: (low, high) => low + (high - low) * uniform(),
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
  }
}
