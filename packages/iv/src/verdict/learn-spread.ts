import type { Measured } from '../curve/figures.ts'
import { median, robustSpread } from '../curve/statistics.ts'
import { type Compared, soundOffsets } from './judge-string.ts'

/** Widens the spread by a drift of light: moving clouds change the current during a sweep and between strings. */
export const withDrift = (compared: Compared, drift: number): Compared => {
  const { spread } = compared.expectation
  const wider = { ...spread, drift: Math.max(spread.drift, drift), current: spread.current + drift / 2 }
  return { ...compared, expectation: { ...compared.expectation, spread: wider } }
}

/** Errors of a fit's current, voltage and series resistance per noise (share of Isc); from simulated curves. */
const byNoise = { current: 0.2, voltage: 0.08, series: 10 }

/** Learns the spread of sound strings from most strings of the plant, instead of fixed limits. */
export function learnSpread(compared: Compared, all: readonly Measured[]): Compared {
  const { spread } = compared.expectation
  const open = { ...spread, current: 0.1, voltage: 0.05, series: 1 }
  const wide = { ...compared, expectation: { ...compared.expectation, spread: open } }
  const offsets = all.map((measured) => soundOffsets(measured, wide))
  const noise = median(all.map(({ clean, figures }) => clean.noiseA / figures.iscA))
  const learned = (of: keyof typeof byNoise) => {
    const seen = robustSpread(offsets.map((offset) => offset[of]))
    return Math.max(spread[of], Math.sqrt(Math.max(seen ** 2 - (byNoise[of] * noise) ** 2, 0)))
  }
  return {
    ...compared,
    expectation: {
      ...compared.expectation,
      spread: { ...spread, current: learned('current'), voltage: learned('voltage'), series: learned('series') },
    },
  }
}
