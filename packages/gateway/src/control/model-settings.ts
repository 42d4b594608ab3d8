import { isSameSetting, type Setting, settingGroupOf, type SettingKind, unset } from '@helioport/contract'
import type { ControlledDevice } from './control-123.ts'
import { Refusal } from './power-factor-control.ts'
import type { Group, SettingControl } from './setting-control.ts'

/** How one model reads and writes one kind of setting. */
export interface SettingModel {
  kind: SettingKind
  /** Null: switched off. @throws Refusal where the device does not have it, SourceAway */
  read: () => Promise<Setting | null>
  /** Writes the values, then the switch. The device reverts by itself after `revertAfterS` without a message. */
  write: (setting: Setting, revertAfterS: number) => Promise<void>
  off: () => Promise<void>
}

export interface SizedDevice extends Omit<ControlledDevice, 'control'> {
  /** Greatest apparent power, VA; null: not reported, then the rated power is used. */
  apparentVA: number | null
}

export function settingControl(
  models: readonly SettingModel[],
  output: SettingControl['output'],
  ratedW: number | null,
): SettingControl {
  let known: SettingModel[] | null = null

  async function has(model: SettingModel): Promise<boolean> {
    try {
      await model.read()
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async function present(): Promise<SettingModel[]> {
    if (known) return known
    const found: SettingModel[] = []
    for (const model of models) {
      if (!found.some(({ kind }) => kind === model.kind) && (await has(model))) found.push(model)
    }
    known = found
    return found
  }

  async function on(group: Group): Promise<{ model: SettingModel; setting: Setting } | null> {
    for (const model of await present()) {
      const setting = settingGroupOf(model.kind) === group ? rounded(await model.read()) : null
      if (setting && !isSameSetting(setting, unset[group])) return { model, setting }
    }
    return null
  }

  const off = async (group: Group) => {
    const found = await on(group)
    if (found) await found.model.off()
  }

  return {
    ratedW,
    output,
    kinds: async () => (await present()).map(({ kind }) => kind),
    active: async (group) => (await on(group))?.setting ?? unset[group],
    off,
    async write(setting, revertAfterS) {
      const group = settingGroupOf(setting.kind)
      const model = (await present()).find(({ kind }) => kind === setting.kind)
      if (isSameSetting(setting, unset[group])) return off(group)
      if (!model) throw new Refusal('unsupported', `no ${setting.kind}`)
      const found = await on(group)
      if (found && found.model.kind !== setting.kind) await found.model.off()
      await model.write(setting, revertAfterS)
    },
  }
}

const thousandth = (value: number) => Math.round(value * 1000) / 1000

/** Rounds to the finest step that can be set, so that a value computed from registers can be set again. */
function rounded(setting: Setting | null): Setting | null {
  return (
    setting && {
      kind: setting.kind,
      value: setting.value === null ? null : thousandth(setting.value),
      points: setting.points?.map(({ at, value }) => ({ at: thousandth(at), value: thousandth(value) })) ?? null,
    }
  )
}
