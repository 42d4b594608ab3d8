import type { Setting } from '@helioport/contract'

/** A power factor keeps a column of its own, other settings stand beside it. */
export function settingIn(powerFactor: number | null, setting: Setting | null): Setting | null {
  return setting ?? (powerFactor === null ? null : powerFactorSetting(powerFactor))
}

export const powerFactorSetting = (powerFactor: number): Setting => ({
  kind: 'reactivePower',
  value: powerFactor,
  points: null,
})

/** The other way round: null where it belongs in the other column. */
export function columnsOf(setting: Setting | null): { powerFactor: number | null; setting: string | null } {
  const isPowerFactor = setting?.kind === 'reactivePower'
  return {
    powerFactor: isPowerFactor ? setting.value : null,
    setting: setting === null || isPowerFactor ? null : JSON.stringify(setting),
  }
}
