import { isSameSetting, type Setting, settingGroupOf, type SettingKind, unset } from '@helioport/contract'
import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { SourceAway } from '../source/source.ts'
import type { ControlledDevice } from './control-123.ts'
import { Refusal } from './power-factor-control.ts'
import type { Place } from '../sunspec/chain.ts'
import type { Group, SettingControl } from './setting-control.ts'

/** One model's way to one kind of setting. */
export interface SettingModel {
  kind: SettingKind
  /** Null: it is off. @throws Refusal where the device does not have it, SourceAway */
  read: () => Promise<Setting | null>
  /** Writes and switches on, the switch last; falls back by itself after `revertAfterS` without a message. */
  write: (setting: Setting, revertAfterS: number) => Promise<void>
  off: () => Promise<void>
}

export interface SizedDevice extends Omit<ControlledDevice, 'control'> {
  /** Greatest apparent power, VA; null: not told, then its rated power counts. */
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

/** To the finest step that is set: what was worked out of registers can be set again. */
function rounded(setting: Setting | null): Setting | null {
  return (
    setting && {
      kind: setting.kind,
      value: setting.value === null ? null : thousandth(setting.value),
      points: setting.points?.map(({ at, value }) => ({ at: thousandth(at), value: thousandth(value) })) ?? null,
    }
  )
}

/** Registers of one model, from its ID on: read whole, written in pieces. */
export class ModelRegisters {
  readonly #line: ModbusLine
  readonly #unit: number
  readonly #place: Place

  constructor(line: ModbusLine, unit: number, place: Place) {
    this.#line = line
    this.#unit = unit
    this.#place = place
  }

  async read(): Promise<number[]> {
    const { id, address, length } = this.#place
    const words: number[] = []
    while (words.length < length + 2) {
      const count = Math.min(125, length + 2 - words.length)
      words.push(...(await this.#line.read(this.#unit, 'holding', address + words.length, count)))
    }
    if (words[0] !== id) throw new SourceAway(`model ${id} of unit ${this.#unit} is no longer there`)
    return words
  }

  /** One message; to a device that takes one register a message, one by one. */
  async write(offset: number, words: readonly number[]): Promise<void> {
    const masked = words.map((word) => word & 0xffff)
    const at = this.#place.address + offset
    try {
      await this.#line.write(this.#unit, at, masked)
    } catch (error) {
      if (!(error instanceof ModbusException)) throw error
      if (error.code > 2) throw new Refusal('rejected', error.message)
      await this.#writeSingly(at, masked)
    }
  }

  async #writeSingly(at: number, words: readonly number[]): Promise<void> {
    try {
      for (const [i, word] of words.entries()) await this.#line.writeOne(this.#unit, at + i, word)
    } catch (error) {
      if (error instanceof ModbusException) throw new Refusal('rejected', error.message)
      throw error
    }
  }
}

export const signed = (word = 0): number => (word >= 0x8000 ? word - 0x10000 : word)

/** How many of its steps one unit has; a power of ten that makes no sense means that the value is not there. */
export function stepsPerUnit(words: readonly number[], offset: number): number {
  const power = signed(words[offset])
  if (words[offset] === undefined || Math.abs(power) > 10) throw new Refusal('unsupported', 'no power of ten')
  return 10 ** -power
}

/** Whether a switch is on. @throws Refusal where the device does not have it */
export function isOn(words: readonly number[], offset: number): boolean {
  const word = words[offset]
  if (word === undefined || word === 0xffff) throw new Refusal('unsupported', `no switch at ${offset}`)
  return word === 1
}

export const seconds = (value: number): [high: number, low: number] => [value >>> 16, value & 0xffff]
