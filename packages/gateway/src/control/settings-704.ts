import type { Setting } from '@helioport/contract'
import {
  int16,
  isOn,
  limitSteps,
  type ModelRegisters,
  seconds,
  signed,
  stepsPerUnit,
  uint16,
} from './model-registers.ts'
import type { SettingModel } from './model-settings.ts'

const at = {
  factorSwitch: 2,
  factorRevert: 3,
  factor: 59,
  limitSwitch: 14,
  limit: 15,
  varSwitch: 35,
  varMode: 36,
  varPercent: 42,
}
const scale = { factor: 53, limit: 54, vars: 58 }
const excitation = { over: 0, under: 1 }
/** Var in percent of the greatest apparent power; reactive power has priority over active power. */
const [percentOfApparent, reactiveFirst] = [3, 1]

const setting = (kind: Setting['kind'], value: number): Setting => ({ kind, value, points: null })

/** Model 704 of IEEE 1547: each control has its own reversion. */
export function settings704(registers: ModelRegisters): SettingModel[] {
  return [
    {
      kind: 'powerLimit',
      async read() {
        const words = await registers.read()
        if (!isOn(words, at.limitSwitch)) return null
        return setting('powerLimit', (words[at.limit] ?? 0) / stepsPerUnit(words, scale.limit) / 100)
      },
      async write({ value }, revertAfterS) {
        const steps = stepsPerUnit(await registers.read(), scale.limit)
        // The limit, then the value after reversion: no limit.
        await registers.write(at.limit, [limitSteps(value, steps), uint16(100 * steps), 0, ...seconds(revertAfterS)])
        await registers.write(at.limitSwitch, [1])
      },
      off: () => registers.write(at.limitSwitch, [0]),
    },
    {
      kind: 'reactivePower',
      async read() {
        const words = await registers.read()
        if (!isOn(words, at.factorSwitch)) return null
        const size = (words[at.factor] ?? 0) / stepsPerUnit(words, scale.factor)
        const isUnder = words[at.factor + 1] === excitation.under
        return setting('reactivePower', size >= 1 ? 1 : isUnder ? -size : size)
      },
      async write({ value }, revertAfterS) {
        const steps = stepsPerUnit(await registers.read(), scale.factor)
        const side = (value ?? 1) < 0 ? excitation.under : excitation.over
        await registers.write(at.factor, [uint16(Math.abs(value ?? 1) * steps), side, uint16(steps), excitation.over])
        await registers.write(at.factorRevert, [0, ...seconds(revertAfterS)])
        await registers.write(at.factorSwitch, [1])
      },
      off: () => registers.write(at.factorSwitch, [0]),
    },
    {
      kind: 'fixedReactive',
      async read() {
        const words = await registers.read()
        if (!isOn(words, at.varSwitch)) return null
        return setting('fixedReactive', signed(words[at.varPercent]) / stepsPerUnit(words, scale.vars) / 100)
      },
      async write({ value }, revertAfterS) {
        const steps = stepsPerUnit(await registers.read(), scale.vars)
        const percent = int16((value ?? 0) * 100 * steps)
        await registers.write(at.varMode, [percentOfApparent, reactiveFirst])
        await registers.write(at.varPercent, [percent, 0, 0, ...seconds(revertAfterS)])
        await registers.write(at.varSwitch, [1])
      },
      off: () => registers.write(at.varSwitch, [0]),
    },
  ]
}
