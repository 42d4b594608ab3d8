import { lossBases } from '@helioport/contract'
import type { LostDay } from './lost-bins.ts'
import type { Losses, LossSum } from './queries/loss.ts'

export const noLoss: LossSum = {
  energyKwh: null,
  income: null,
  expectedKwh: { siblings: 0, irradiance: 0, daysBefore: 0 },
  all: 0,
  heard: 0,
  light: 0,
  judgedLight: 0,
}

/** With one more day; `value`: what that day's loss is worth, null: not known. */
export function withDay(sum: LossSum, lost: LostDay, value: number | null): LossSum {
  const counted = {
    ...sum,
    all: sum.all + lost.all,
    heard: sum.heard + lost.heard,
    light: sum.light + lost.light,
    judgedLight: sum.judgedLight + lost.judgedLight,
  }
  if (lost.judged === 0) return counted
  const expectedKwh = { ...sum.expectedKwh }
  for (const basis of lossBases) expectedKwh[basis] += lost.expectedKwh[basis]
  return {
    ...counted,
    expectedKwh,
    energyKwh: (sum.energyKwh ?? 0) + lost.kwh,
    income: value === null ? sum.income : (sum.income ?? 0) + value,
  }
}

/** Losses of the whole episode; its basis is the one with the most expected energy. */
export function lossesIn(sum: LossSum): Losses {
  const most = () => lossBases.toSorted((a, b) => sum.expectedKwh[b] - sum.expectedKwh[a])[0] ?? null
  return {
    energyKwh: sum.energyKwh,
    income: sum.income,
    basis: sum.energyKwh === null ? null : most(),
    wasLate: false,
    lightBins: sum.light,
    judgedBins: sum.judgedLight,
  }
}
