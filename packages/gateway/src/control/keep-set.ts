import { isSameSetting, type Setting, settingGroupOf, unset } from '@helioport/contract'
import { readStateFile, writeStateFile } from '../state/state-file.ts'
import type { Group, SettingControl } from './setting-control.ts'
import { type PowerFactorControl, Refusal } from './power-factor-control.ts'

/** A device reverts by itself after this time without a message, s; a wanted setting is rewritten well before. */
export const revertAfterS = 900
const renewMs = 300_000
/** How long the portal asks for the outcome of an unanswered write. */
const askedForMs = 24 * 3_600_000

interface Wanted {
  setting: Setting
  /** Epoch ms; null: valid until another setting is wanted. */
  endsAt: number | null
}

/** Wanted settings of one device; files of earlier releases hold only a power factor. */
type Kept = Partial<Record<Group, Wanted>> & {
  /** Written, or about to be, and not read back yet. `until`: when the portal stops asking for the outcome. */
  tried?: Partial<Record<Group, Wanted & { until: number }>>
}

export interface Controls {
  powerFactor: (serial: string) => PowerFactorControl | null
  setting: (serial: string) => SettingControl | null
}

export const powerFactorSetting = (value: number | null): Setting => ({ kind: 'reactivePower', value, points: null })

/**
 * Settings that the portal wants of each device, kept in a file. They are rewritten while they are wanted: a device
 * whose gateway died reverts to its own default, and a restarted gateway keeps the setting.
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
   * Records the setting before it is written: after an interruption neither side knows whether the device took it.
   * Until it is read back, no setting of its group is rewritten.
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

  /** Decides by the value read back: a tried setting becomes the wanted one, or is dropped. */
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

  /** The kept settings of a device without the tried one of this group. */
  #without(serial: string, group: Group): Kept {
    const { tried: { [group]: _settled, ...tried } = {}, ...kept } = this.#wanted.get(serial) ?? {}
    return Object.keys(tried).length > 0 ? { ...kept, tried } : kept
  }

  /**
   * Rewrites due settings and switches ended ones off, whether or not the portal can be reached. A device that does not
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

/** Reversion time, s: the usual one, or shorter where the setting ends sooner. */
export function revertSeconds(endsAt: number | null, now: number): number {
  return endsAt === null ? revertAfterS : Math.max(1, Math.min(revertAfterS, Math.ceil((endsAt - now) / 1000)))
}
