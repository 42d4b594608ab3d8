/**
 * Noise as a pure function of (seed, position), without generator state: any instant can be computed independently, so
 * history and live data agree.
 */

/** 32-bit finaliser of MurmurHash3 over three words; the result is unsigned. */
export function hash32(a: number, b: number, c: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul((h ^ (h >>> 15)) + b, 0xc2b2ae35)
  h = Math.imul((h ^ (h >>> 13)) + c, 0x27d4eb2f)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A seed made from a text (FNV-1a) and a parent seed. */
export function seedOf(parent: number, text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return hash32(parent, h, 0)
}

/** Uniform in [0, 1) for one index of one stream. */
export function uniform(seed: number, stream: number, index: number): number {
  return hash32(seed, stream, index) / 4294967296
}

/** Standard normal (Box-Muller) for one index of one stream. */
export function normal(seed: number, stream: number, index: number): number {
  const u = Math.max(uniform(seed, stream, 2 * index), 1e-12)
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * uniform(seed, stream, 2 * index + 1))
}

/** Smooth noise in [-1, 1] with a knot at each integer `x`; C1 between knots. */
export function smoothNoise(seed: number, stream: number, x: number): number {
  const knot = Math.floor(x)
  const f = x - knot
  const from = hash32(seed, stream, knot) / 2147483648 - 1
  const to = hash32(seed, stream, knot + 1) / 2147483648 - 1
  return from + (to - from) * f * f * (3 - 2 * f)
}
