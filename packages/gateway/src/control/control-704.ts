import { type ControlledDevice, outputOf } from './control-123.ts'
import { isOn, ModelRegisters, seconds, stepsPerUnit, uint16 } from './model-registers.ts'
import { type PowerFactorControl, Refusal } from './power-factor-control.ts'

/** Register offsets from the model's ID. Factor and excitation are separate registers; the reversion has its own. */
const at = { enable: 2, revertEnable: 3, powerFactor: 59, varEnable: 35, scale: 53 }
const excitation = { over: 0, under: 1 }

/** Model 704 of IEEE 1547: an unsigned power factor and a flag for its excitation (over-excited injects). */
export function control704(device: ControlledDevice): PowerFactorControl {
  const registers = new ModelRegisters(device.line, device.unit, device.control)

  /** The switch is written last. After `revertAfterS` without a message the device reverts to unity by itself. */
  async function put(raw: number, ext: number, revertAfterS: number, isEnabled: boolean): Promise<void> {
    const unity = uint16(stepsPerUnit(await registers.read(), at.scale))
    await registers.write(at.powerFactor, [raw, ext, unity, excitation.over])
    await registers.write(at.revertEnable, [0, ...seconds(revertAfterS)])
    await registers.write(at.enable, [isEnabled ? 1 : 0])
  }

  return {
    ratedW: device.ratedW,
    async read() {
      const words = await registers.read()
      const isEnabled = isOn(words, at.enable)
      if (words[at.varEnable] === 1) throw new Refusal('rejected', 'a var control is on')
      const raw = words[at.powerFactor] ?? 0
      const isUnder = words[at.powerFactor + 1] === excitation.under
      const size = raw / stepsPerUnit(words, at.scale)
      const powerFactor = !isEnabled || size >= 1 ? 1 : isUnder ? -size : size
      // The register is unsigned; the sign comes from the excitation register.
      return { powerFactor, raw: isUnder ? -raw : raw, isEnabled, ...(await outputOf(device)) }
    },
    async write(powerFactor, revertAfterS) {
      const raw = uint16(Math.abs(powerFactor) * stepsPerUnit(await registers.read(), at.scale))
      await put(raw, powerFactor < 0 ? excitation.under : excitation.over, revertAfterS, true)
    },
    restore: ({ raw, isEnabled }) => put(Math.abs(raw), raw < 0 ? excitation.under : excitation.over, 0, isEnabled),
  }
}
