import type { StationLosses } from '@helioport/contract'

export type LossBar = StationLosses['bars'][number]

export interface Step extends LossBar {
  /** Start and end of the bar as shares of the greatest height; null: unknown. */
  from: number | null
  to: number | null
}

/**
 * Places the bars of a waterfall. The first and the last stand on the ground, each loss hangs where the previous bar
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

type Amount = 'energyKwh' | 'income'

/**
 * Rounds an amount of the bars to `digits` so that the displayed values add up: `capture`, the residual loss, absorbs
 * the rounding error. Null stays null.
 */
export function roundedToSum(bars: readonly LossBar[], amount: Amount, digits: number): LossBar[] {
  const factor = 10 ** digits
  const whole = (bar: LossBar) => Math.round((bar[amount] ?? 0) * factor)
  const total = bars.reduce((sum, bar) => (bar.name === 'reference' ? sum + whole(bar) : sum), 0)
  const others = bars.reduce(
    (sum, bar) => (bar.name === 'reference' || bar.name === 'capture' ? sum : sum + whole(bar)),
    0,
  )
  const isWhole = bars.some((bar) => bar.name === 'reference' && bar[amount] !== null)
  return bars.map((bar) => {
    if (bar[amount] === null) return bar
    const units = bar.name === 'capture' && isWhole ? total - others : whole(bar)
    return { ...bar, [amount]: units / factor }
  })
}

/** Decimals for amounts of this size, kWh. */
export const energyDigits = (kwh: number): number => (kwh >= 1000 ? 1 : kwh >= 10 ? 2 : 3)

/** Decimals of a currency's smallest coin. */
export const coinDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
