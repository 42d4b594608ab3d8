import { isSameSetting, type Setting, settingFaultOf } from '@helioport/contract'
import type { findRestorable } from './queries/command.ts'
import { settingIn } from './queries/stored-setting.ts'

export interface Wanted {
  deviceId: string
  /** Null: a scan. */
  setting: Setting | null
}

/** What can be set again: per device what it had. */
export function restorable(rows: Awaited<ReturnType<typeof findRestorable>>): (Wanted & { setting: Setting })[] {
  return rows.flatMap(({ device_id, former_power_factor, former_setting }) => {
    const setting = settingIn(former_power_factor, former_setting)
    return setting && settingFaultOf(setting) === null ? [{ deviceId: device_id, setting }] : []
  })
}

/** What all get; null: they differ. */
export function commonOf(wanted: readonly Wanted[]): Setting | null {
  const first = wanted[0]?.setting
  return first && wanted.every(({ setting }) => setting && isSameSetting(setting, first)) ? first : null
}
