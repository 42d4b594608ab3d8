import { ModbusException } from '../modbus/modbus-line.ts'
import { numberIn } from '../modbus/registers.ts'
import { SourceAway } from '../source/source.ts'
import { type ControlledDevice, outputOf } from './control-123.ts'
import { type PowerFactorControl, Refusal } from './power-factor-control.ts'

/** Registers from the model's ID: factor and excitation stand apart, and a reversion of their own beside them. */
const at = { enable: 2, revertEnable: 3, revertS: 4, powerFactor: 59, varEnable: 35, scale: 53 }
const count = 63
const notImplemented = 0xffff
const excitation = { over: 0, under: 1 }

/** Model 704 of IEEE 1547: power factor without a sign, and whether it is over-excited, which injects. */
export function control704(device: ControlledDevice): PowerFactorControl {
  const { line, unit, control, ratedW } = device

  async function words(): Promise<number[]> {
    const found = await line.read(unit, 'holding', control.address, count)
    if (found[0] !== control.id) throw new SourceAway(`unit ${unit}: model 704 is no longer there`)
    return found
  }

  function perUnitIn(found: readonly number[]): number {
    const power = numberIn(found, at.scale, 'int16') ?? Number.NaN
    if (Math.abs(power) > 10 || Number.isNaN(power)) throw new Refusal('unsupported', 'PF_SF is no power of ten')
    return Math.round(10 ** -power)
  }

  /** The switch last. After `revertAfterS` without a message it goes back to unity by itself. */
  async function put(raw: number, ext: number, revertAfterS: number, isEnabled: boolean): Promise<void> {
    try {
      const unity = perUnitIn(await words())
      await line.write(unit, control.address + at.powerFactor, [raw, ext, unity, excitation.over])
      await line.write(unit, control.address + at.revertEnable, [0, revertAfterS >>> 16, revertAfterS & 0xffff])
      await line.write(unit, control.address + at.enable, [isEnabled ? 1 : 0])
    } catch (error) {
      if (error instanceof ModbusException) throw new Refusal('rejected', error.message)
      throw error
    }
  }

  return {
    ratedW,
    async read() {
      const found = await words()
      const [enable, raw, ext] = [found[at.enable], found[at.powerFactor] ?? 0, found[at.powerFactor + 1]]
      if (enable === undefined || enable === notImplemented) throw new Refusal('unsupported', 'no PFWInjEna')
      if (found[at.varEnable] === 1) throw new Refusal('rejected', 'a var control is on')
      const size = raw / perUnitIn(found)
      const powerFactor = enable !== 1 || size >= 1 ? 1 : ext === excitation.under ? -size : size
      // The register has no sign; the excitation beside it is told with it.
      const signed = ext === excitation.under ? -raw : raw
      return { powerFactor, raw: signed, isEnabled: enable === 1, ...(await outputOf(device)) }
    },
    async write(powerFactor, revertAfterS) {
      const raw = Math.round(Math.abs(powerFactor) * perUnitIn(await words()))
      await put(raw, powerFactor < 0 ? excitation.under : excitation.over, revertAfterS, true)
    },
    restore: ({ raw, isEnabled }) => put(Math.abs(raw), raw < 0 ? excitation.under : excitation.over, 0, isEnabled),
  }
}
