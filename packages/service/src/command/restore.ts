import { isSameSetting, type Setting, settingFaultOf } from '@helioport/contract'
import type { findRestorable } from './queries/command.ts'
import { settingIn } from './queries/stored-setting.ts'

export interface Wanted {
  deviceId: string
  /** Null: a scan. */
  setting: Setting | null
}

/** The former setting of each device, where it is known and valid. */
export function restorable(rows: Awaited<ReturnType<typeof findRestorable>>): (Wanted & { setting: Setting })[] {
  return rows.flatMap(({ device_id, former_power_factor, former_setting }) => {
    const setting = settingIn(former_power_factor, former_setting)
    return setting && settingFaultOf(setting) === null ? [{ deviceId: device_id, setting }] : []
  })
}

/** The setting that all share; null: they differ. */
export function commonOf(wanted: readonly Wanted[]): Setting | null {
  const first = wanted[0]?.setting
  return first && wanted.every(({ setting }) => setting && isSameSetting(setting, first)) ? first : null
}
