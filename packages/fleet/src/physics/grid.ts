import { smoothNoise } from '../random/noise.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface Grid {
  nominalHz: 50 | 60
  /** Variation of the voltage over the day, share of nominal. */
  voltageSpread: number
  /** Variation of the frequency, Hz. */
  frequencySpread: number
}

/** Frequency of a synchronous area, the same for all its plants. `gridSeed` identifies the area. */
export function gridFrequency(gridSeed: number, grid: Grid, at: number): number {
  return (
    grid.nominalHz +
    grid.frequencySpread *
      (0.9 * smoothNoise(gridSeed, 51, at / (19 * minuteMs)) +
        0.7 * smoothNoise(gridSeed, 52, at / (4 * minuteMs)) +
        0.3 * smoothNoise(gridSeed, 53, at / minuteMs))
  )
}

/**
 * Phase voltage as a share of nominal: daily load and tap changes, a small unbalance, and the rise that the plant's own
 * feed-in causes on its cable (`load` 0 to 1).
 */
export function gridVoltageShare(plantSeed: number, grid: Grid, at: number, phase: number, load: number): number {
  const shared = smoothNoise(plantSeed, 61, at / (3 * hourMs)) + 0.4 * smoothNoise(plantSeed, 62, at / (9 * minuteMs))
  const own = 0.25 * smoothNoise(plantSeed, 63 + phase, at / (40 * minuteMs))
  return 1 + grid.voltageSpread * (shared + own) + 0.012 * load
}
