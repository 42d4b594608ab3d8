import type { StationLosses } from '@helioport/contract'

export type LossBar = StationLosses['bars'][number]

export interface Step extends LossBar {
  /** Where its bar begins and ends, as shares of the greatest height; null: not known. */
  from: number | null
  to: number | null
}

/**
 * Places the bars of a waterfall: the first and the last stand on the ground, each loss hangs where the one before
 * ended, a gain (negative loss) rises.
 */
export function stepsOf(bars: readonly LossBar[]): Step[] {
  const amounts = bars.map(({ energyKwh }) => energyKwh)
  let level = 0
  const ends = bars.map(({ name, energyKwh }): [number, number] | null => {
    if (energyKwh === null) return null
    if (name === 'reference' || name === 'final') {
      level = energyKwh
      return [0, energyKwh]
    }
    const before = level
    level -= energyKwh
    return [Math.min(before, level), Math.max(before, level)]
  })
  const most = Math.max(...ends.map((end) => end?.[1] ?? 0), ...amounts.map((amount) => amount ?? 0), 1e-9)
  return bars.map((bar, index) => {
    const [from, to] = ends[index] ?? [null, null]
    return { ...bar, from: from === null ? null : from / most, to: to === null ? null : to / most }
  })
}
