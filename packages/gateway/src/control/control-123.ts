import type { ModbusLine } from '../modbus/modbus-line.ts'
import type { Place } from '../sunspec/chain.ts'
import { readBlock } from '../sunspec/read-block.ts'
import { int16, isOn, ModelRegisters, signed, stepsPerUnit } from './model-registers.ts'
import { type PowerFactorControl, type PowerFactorState, Refusal } from './power-factor-control.ts'

/** A device behind a unit, with the models that its control needs. */
export interface ControlledDevice {
  line: ModbusLine
  unit: number
  /** 123 or 704. */
  control: Place
  /** Its measuring model: 101 to 113, or 701. */
  inverter: Place
  ratedW: number | null
}

/** OutPFSet and its companions, as register offsets from the model's ID. */
const at = { set: 10, enable: 14, varEnable: 22, scale: 24 }

/**
 * Immediate controls, model 123. Signs follow EEI: over-excited (injecting) is negative. At 1 the sign has no meaning,
 * and some devices refuse -1.
 */
export function control123(device: ControlledDevice): PowerFactorControl {
  const registers = new ModelRegisters(device.line, device.unit, device.control)
  const rawOf = (powerFactor: number, perUnit: number) =>
    Math.abs(powerFactor) >= 1 ? int16(perUnit) : -int16(powerFactor * perUnit)

  /**
   * Value, window 0, reversion time, ramp 0, and the switch last: a changed value takes effect only when the switch is
   * written.
   */
  const put = (raw: number, revertAfterS: number, isEnabled: boolean) =>
    registers.write(at.set, [raw, 0, revertAfterS, 0, isEnabled ? 1 : 0])

  return {
    ratedW: device.ratedW,
    async read() {
      const words = await registers.read()
      const isEnabled = isOn(words, at.enable)
      const perUnit = stepsPerUnit(words, at.scale)
      if (words[at.varEnable] === 1) throw new Refusal('rejected', 'a var control is on')
      const raw = signed(words[at.set])
      const isUnity = !isEnabled || Math.abs(raw) >= perUnit
      return { powerFactor: isUnity ? 1 : -raw / perUnit, raw, isEnabled, ...(await outputOf(device)) }
    },
    async write(powerFactor, revertAfterS) {
      const perUnit = stepsPerUnit(await registers.read(), at.scale)
      await put(rawOf(powerFactor, perUnit), revertAfterS, true)
    },
    restore: ({ raw, isEnabled }) => put(raw, 0, isEnabled),
  }
}

/** Power and reactive power that the device feeds in now. */
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
