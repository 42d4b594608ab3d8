import type { Setting, settingGroupOf, SettingKind } from '@helioport/contract'
import type { PowerFactorState } from './power-factor-control.ts'

export type Group = ReturnType<typeof settingGroupOf>

/** All settings of a device. */
export interface SettingControl {
  /** Kinds that the device supports; asked once. */
  kinds: () => Promise<SettingKind[]>
  /** The active setting of a group; the neutral one where none is on. */
  active: (group: Group) => Promise<Setting>
  /** Switches another control of the same group off first. */
  write: (setting: Setting, revertAfterS: number) => Promise<void>
  off: (group: Group) => Promise<void>
  output: () => Promise<Pick<PowerFactorState, 'powerW' | 'reactiveVar'>>
  ratedW: number | null
}
