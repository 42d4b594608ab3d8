import type { Setting, settingGroupOf, SettingKind } from '@helioport/contract'
import type { PowerFactorState } from './power-factor-control.ts'

export type Group = ReturnType<typeof settingGroupOf>

/** All that a device can be set to. */
export interface SettingControl {
  /** What it has; asked once. */
  kinds: () => Promise<SettingKind[]>
  /** What is on of a group; what nobody wanted where nothing is. */
  active: (group: Group) => Promise<Setting>
  /** Another control of its group is switched off before. */
  write: (setting: Setting, revertAfterS: number) => Promise<void>
  off: (group: Group) => Promise<void>
  output: () => Promise<Pick<PowerFactorState, 'powerW' | 'reactiveVar'>>
  ratedW: number | null
}
