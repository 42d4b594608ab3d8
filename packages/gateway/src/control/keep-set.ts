import { isSameSetting, type Setting, settingGroupOf, unset } from '@helioport/contract'
import { readStateFile, writeStateFile } from '../state/state-file.ts'
import type { Group, SettingControl } from './setting-control.ts'
import { type PowerFactorControl, Refusal } from './power-factor-control.ts'

/** A device goes back by itself after so long without us, s; what is wanted is written anew well before. */
export const revertAfterS = 900
const renewMs = 300_000
/** The portal asks so long what became of a write that nobody answered. */
const askedForMs = 24 * 3_600_000

interface Wanted {
  setting: Setting
  /** Epoch ms; null: until something else is wanted. */
  endsAt: number | null
}

/** What is wanted of one device; files of earlier releases hold a power factor alone. */
type Kept = Partial<Record<Group, Wanted>> & {
  /** Written, or about to be, and not read back yet. `until`: nobody asks what became of it any more. */
  tried?: Partial<Record<Group, Wanted & { until: number }>>
}

export interface Controls {
  powerFactor: (serial: string) => PowerFactorControl | null
  setting: (serial: string) => SettingControl | null
}

export const powerFactorSetting = (value: number | null): Setting => ({ kind: 'reactivePower', value, points: null })

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
      kept.map(([serial, own]) => [
        serial,
        typeof own === 'number' ? { reactive: { setting: powerFactorSetting(own), endsAt: null } } : own,
      ]),
    )
  }

  of(serial: string, group: Group): Setting | null {
    return this.#wanted.get(serial)?.[group]?.setting ?? null
  }

  want(serial: string, powerFactor: number, now: number): Promise<void> {
    return this.wantSetting(serial, powerFactorSetting(powerFactor), null, now)
  }

  async wantSetting(serial: string, setting: Setting, endsAt: number | null, now: number): Promise<void> {
    const group = settingGroupOf(setting.kind)
    this.#wanted.set(serial, { ...this.#without(serial, group), [group]: { setting, endsAt } })
    this.#renewedAt.set(`${serial} ${group}`, now)
    await this.#save()
  }

  async forget(serial: string, group: Group): Promise<void> {
    const { [group]: _gone, ...rest } = this.#without(serial, group)
    this.#wanted.set(serial, rest)
    await this.#save()
  }

  /**
   * Writes what may be wanted: who is cut off in the middle, the device or this program, cannot know whether it was taken. Until
   * it is read back nothing of its group is written anew.
   * @throws what `write` does
   */
  async trying(serial: string, { setting, endsAt }: Wanted, now: number, write: () => Promise<void>): Promise<void> {
    const group = settingGroupOf(setting.kind)
    const kept = this.#wanted.get(serial)
    const tried = { ...kept?.tried, [group]: { setting, endsAt, until: now + askedForMs } }
    this.#wanted.set(serial, { ...kept, tried })
    await this.#save()
    try {
      await write()
    } catch (error) {
      if (error instanceof Refusal) await this.settle(serial, group, null, now)
      throw error
    }
  }

  /** What was tried is what the device does, or is not. */
  async settle(serial: string, group: Group, found: Setting | null, now: number): Promise<void> {
    const tried = this.#wanted.get(serial)?.tried?.[group]
    if (!tried) return
    if (!found || !isSameSetting(found, tried.setting)) {
      this.#wanted.set(serial, this.#without(serial, group))
      return this.#save()
    }
    return isSameSetting(found, unset[group])
      ? this.forget(serial, group)
      : this.wantSetting(serial, tried.setting, tried.endsAt, now)
  }

  /** What is kept of a device, but for what is tried of a group. */
  #without(serial: string, group: Group): Kept {
    const { tried: { [group]: _settled, ...tried } = {}, ...kept } = this.#wanted.get(serial) ?? {}
    return Object.keys(tried).length > 0 ? { ...kept, tried } : kept
  }

  /**
   * Writes what is due, and switches off what has ended, whether or not the portal can be reached; a device that does not
   * answer is tried again in the next round.
   */
  async renew(controls: Controls, now: number): Promise<void> {
    for (const [serial, kept] of this.#wanted) {
      for (const group of ['reactive', 'active'] as const) {
        const tried = kept.tried?.[group]
        const isOver = tried?.endsAt != null && tried.endsAt <= now
        const wanted = tried && (isOver || tried.until > now) ? (isOver ? tried : null) : kept[group]
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
