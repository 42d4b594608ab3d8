import { type DeviceSeason, dailyLossKwh, previewSetting, type Setting } from '@helioport/contract'
import type { Candidate } from './readiness.ts'

/** Effect of a setting on all chosen inverters together, at their present power. */
export interface Effect {
  /** Output before and after, W. */
  beforeW: number
  afterW: number
  /** `beforeW` less `afterW`, W. */
  lossW: number
  /** var; positive: injected. */
  reactiveVar: number
  /** Greatest active power possible with the setting, W. */
  limitW: number
  /** Inverters whose power is too low for reactive power. */
  below: number
  /** Greatest apparent power of all, VA; where unknown, the rated power. */
  apparentVA: number
  ratedW: number
  /** Present reactive power, var; positive: injected. */
  nowVar: number
  /** Inverters without a known apparent power. */
  unrated: number
  /** Inverters without a known present power: left out. */
  unknown: number
}

const nothing: Effect = {
  beforeW: 0,
  afterW: 0,
  lossW: 0,
  reactiveVar: 0,
  limitW: 0,
  below: 0,
  apparentVA: 0,
  ratedW: 0,
  nowVar: 0,
  unrated: 0,
  unknown: 0,
}

export function effectOf(chosen: readonly Candidate[], setting: Setting): Effect {
  const effect: Effect = { ...nothing }
  for (const { device } of chosen) {
    const apparentVA = device.apparentVA ?? device.ratedPowerW
    const preview = previewSetting(setting, device.powerW ?? 0, device.ratedPowerW, apparentVA)
    effect.limitW += preview.limitW
    effect.apparentVA += apparentVA
    effect.ratedW += device.ratedPowerW
    effect.nowVar += device.reactiveVar ?? 0
    if (device.apparentVA === null) effect.unrated += 1
    if (device.powerW === null) {
      effect.unknown += 1
      continue
    }
    effect.beforeW += preview.beforeW
    effect.afterW += preview.afterW
    effect.lossW += preview.lossW
    effect.reactiveVar += preview.reactiveVar
    if (preview.isBelowThreshold) effect.below += 1
  }
  return effect
}

/** kWh that these inverters lose on a mean day of the season; null: no data of any of them. */
export function dailyLoss(
  chosen: readonly Candidate[],
  seasons: readonly DeviceSeason[],
  setting: Setting,
): { lossKwh: number; days: number; without: number } | null {
  const known = chosen.flatMap(({ device }) => {
    const season = seasons.find(({ deviceId }) => deviceId === device.deviceId)
    return season && season.days > 0 ? [{ device, season }] : []
  })
  if (known.length === 0) return null
  return {
    lossKwh: known.reduce((sum, { device, season }) => {
      const { ratedPowerW, apparentVA } = device
      const { limitW } = previewSetting(setting, ratedPowerW, ratedPowerW, apparentVA ?? ratedPowerW)
      return sum + dailyLossKwh(season.hoursAt, ratedPowerW, limitW)
    }, 0),
    days: Math.max(...known.map(({ season }) => season.days)),
    without: chosen.length - known.length,
  }
}
