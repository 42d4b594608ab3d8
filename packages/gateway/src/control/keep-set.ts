import { type Setting, settingGroupOf } from '@helioport/contract'
import { readStateFile, writeStateFile } from '../state/state-file.ts'
import type { Group, SettingControl } from './setting-control.ts'
import type { PowerFactorControl } from './power-factor-control.ts'

/** A device goes back by itself after so long without us, s; what is wanted is written anew well before. */
export const revertAfterS = 900
const renewMs = 300_000

interface Wanted {
  setting: Setting
  /** Epoch ms; null: until something else is wanted. */
  endsAt: number | null
}

/** What is wanted of one device; files of earlier releases hold a power factor alone. */
type Kept = Partial<Record<Group, Wanted>>

export interface Controls {
  powerFactor: (serial: string) => PowerFactorControl | null
  setting: (serial: string) => SettingControl | null
}

const powerFactorOf = (powerFactor: number): Wanted => ({
  setting: { kind: 'reactivePower', value: powerFactor, points: null },
  endsAt: null,
})

/**
 * What the portal wants of each device, kept in a file: it is written anew while it is wanted, so that a device whose
 * gateway died goes back to its own default, and one whose gateway was started again stays as it was.
 */
export class WantedSettings {
  readonly #file: string
  readonly #wanted: Map<string, Kept>
  readonly #renewedAt = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
    const kept = Object.entries(readStateFile<Record<string, number | Kept>>(file) ?? {})
    this.#wanted = new Map(
      kept.map(([serial, own]) => [serial, typeof own === 'number' ? { reactive: powerFactorOf(own) } : own]),
    )
  }

  of(serial: string, group: Group): Setting | null {
    return this.#wanted.get(serial)?.[group]?.setting ?? null
  }

  want(serial: string, powerFactor: number, now: number): Promise<void> {
    return this.wantSetting(serial, powerFactorOf(powerFactor).setting, null, now)
  }

  async wantSetting(serial: string, setting: Setting, endsAt: number | null, now: number): Promise<void> {
    const group = settingGroupOf(setting.kind)
    this.#wanted.set(serial, { ...this.#wanted.get(serial), [group]: { setting, endsAt } })
    this.#renewedAt.set(`${serial} ${group}`, now)
    await this.#save()
  }

  async forget(serial: string, group: Group): Promise<void> {
    const { [group]: _gone, ...rest } = this.#wanted.get(serial) ?? {}
    this.#wanted.set(serial, rest)
    await this.#save()
  }

  /**
   * Writes what is due, and switches off what has ended, whether or not the portal can be reached; a device that does not
   * answer is tried again in the next round.
   */
  async renew(controls: Controls, now: number): Promise<void> {
    for (const [serial, kept] of this.#wanted) {
      for (const group of ['reactive', 'active'] as const) {
        const wanted = kept[group]
        if (wanted) await this.#renewOne(serial, group, wanted, controls, now).catch(() => undefined)
      }
    }
  }

  async #renewOne(
    serial: string,
    group: Group,
    { setting, endsAt }: Wanted,
    controls: Controls,
    now: number,
  ): Promise<void> {
    if (endsAt !== null && endsAt <= now) {
      await controls.setting(serial)?.off(group)
      return this.forget(serial, group)
    }
    const key = `${serial} ${group}`
    if (now - (this.#renewedAt.get(key) ?? Number.NEGATIVE_INFINITY) < renewMs) return
    if (setting.kind === 'reactivePower') {
      const control = controls.powerFactor(serial)
      if (!control) return
      await control.write(setting.value ?? 1, revertAfterS)
    } else {
      const control = controls.setting(serial)
      if (!control) return
      await control.write(setting, revertSeconds(endsAt, now))
    }
    this.#renewedAt.set(key, now)
  }

  #save(): Promise<void> {
    return writeStateFile(this.#file, Object.fromEntries(this.#wanted))
  }
}

/** What ends sooner than we would be missed goes back then. */
export function revertSeconds(endsAt: number | null, now: number): number {
  return endsAt === null ? revertAfterS : Math.max(1, Math.min(revertAfterS, Math.ceil((endsAt - now) / 1000)))
}
