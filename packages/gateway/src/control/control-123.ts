import { ModbusException, type ModbusLine } from '../modbus/modbus-line.ts'
import { SourceAway } from '../source/source.ts'
import type { Place } from '../sunspec/chain.ts'
import type { Block } from '../sunspec/decode.ts'
import { readBlock } from '../sunspec/read-block.ts'
import { type PowerFactorControl, type PowerFactorState, Refusal } from './power-factor-control.ts'

/** A device behind a unit, with the models that its control needs. */
export interface ControlledDevice {
  line: ModbusLine
  unit: number
  /** 123 or 704. */
  control: Place
  /** What measures it: 101 to 113, or 701. */
  inverter: Place
  ratedW: number | null
}

/** OutPFSet and what belongs to it, in registers from the model's ID. */
const at = { set: 10, windowS: 11, revertS: 12, rampS: 13, enable: 14 }
/** Exceptions of devices that take one register a message alone: illegal function, illegal address. */
const wantsSingle = new Set([1, 2])

/**
 * Immediate controls, model 123. Signs follow EEI: over-excited, which injects, is negative; at 1 the sign means nothing, and
 * some refuse -1.
 */
export function control123(device: ControlledDevice): PowerFactorControl {
  const { line, unit, control, ratedW } = device
  const rawOf = (powerFactor: number, perUnit: number) =>
    Math.abs(powerFactor) >= 1 ? perUnit : -Math.round(powerFactor * perUnit)

  async function block(): Promise<Block> {
    const found = await readBlock(line, unit, control)
    if (!found) throw new SourceAway(`unit ${unit} says nothing of its controls`)
    return found
  }

  async function perUnit(): Promise<number> {
    const step = (await block()).unitOf('OutPFSet')
    if (step === undefined) throw new Refusal('unsupported', 'OutPFSet has no power of ten')
    return Math.round(1 / step)
  }

  /** Value, window 0, revert, ramp 0, and the switch last: a changed value counts only when it is written again. */
  async function put(raw: number, revertAfterS: number, isEnabled: boolean): Promise<void> {
    const words = [raw & 0xffff, 0, revertAfterS, 0, isEnabled ? 1 : 0]
    try {
      await line.write(unit, control.address + at.set, words)
    } catch (error) {
      if (!(error instanceof ModbusException)) throw error
      if (!wantsSingle.has(error.code)) throw new Refusal('rejected', error.message)
      await putSingly(words)
    }
  }

  async function putSingly(words: readonly number[]): Promise<void> {
    try {
      for (const [i, word] of words.entries()) await line.writeOne(unit, control.address + at.set + i, word)
    } catch (error) {
      if (error instanceof ModbusException) throw new Refusal('rejected', error.message)
      throw error
    }
  }

  return {
    ratedW,
    async read() {
      const found = await block()
      const enable = found.value('OutPFSet_Ena')
      const set = found.value('OutPFSet')
      const step = found.unitOf('OutPFSet')
      if (enable === undefined || step === undefined) throw new Refusal('unsupported', 'no OutPFSet_Ena')
      if (found.value('VArPct_Ena') === 1) throw new Refusal('rejected', 'a var control is on')
      const powerFactor = enable !== 1 || set === undefined || Math.abs(set) >= 1 ? 1 : -set
      const raw = set === undefined ? 0 : Math.round(set / step)
      return { powerFactor, raw, isEnabled: enable === 1, ...(await outputOf(device)) }
    },
    write: async (powerFactor, revertAfterS) => put(rawOf(powerFactor, await perUnit()), revertAfterS, true),
    restore: ({ raw, isEnabled }) => put(raw, 0, isEnabled),
  }
}

/** What it feeds in now. */
export async function outputOf({
  line,
  unit,
  inverter,
}: Omit<ControlledDevice, 'control'>): Promise<Pick<PowerFactorState, 'powerW' | 'reactiveVar'>> {
  const found = await readBlock(line, unit, inverter)
  return {
    powerW: found?.value('W') ?? null,
    reactiveVar: found?.value(inverter.id === 701 ? 'Var' : 'VAr') ?? null,
  }
}
