import type { Setting } from '@helioport/contract'

/** The setting of two columns: power factors have their own column, other settings are JSON. */
export function settingIn(powerFactor: number | null, setting: Setting | null): Setting | null {
  return setting ?? (powerFactor === null ? null : powerFactorSetting(powerFactor))
}

export const powerFactorSetting = (powerFactor: number): Setting => ({
  kind: 'reactivePower',
  value: powerFactor,
  points: null,
})

/** The inverse of settingIn: one of the columns is null. */
export function columnsOf(setting: Setting | null): { powerFactor: number | null; setting: string | null } {
  const isPowerFactor = setting?.kind === 'reactivePower'
  return {
    powerFactor: isPowerFactor ? setting.value : null,
    setting: setting === null || isPowerFactor ? null : JSON.stringify(setting),
  }
}
