import type { Setting } from '@helioport/contract'
import { int16, isOn, limitSteps, type ModelRegisters, signed, stepsPerUnit } from './model-registers.ts'
import type { SettingModel, SizedDevice } from './model-settings.ts'

const at = { limit: 5, limitSwitch: 9, factor: 10, factorSwitch: 14, vars: 15, varTimes: 18, varSwitch: 22 }
const scale = { limit: 23, factor: 24, vars: 25 }
const percentOfRated = 1

const setting = (kind: Setting['kind'], value: number): Setting => ({ kind, value, points: null })

/**
 * Immediate controls, model 123. Its power factor follows EEI, where over-excited is negative. Its reactive power
 * follows the measured one, where injected is positive. Both are verified by measuring afterwards.
 */
export function settings123(registers: ModelRegisters, { ratedW, apparentVA }: SizedDevice): SettingModel[] {
  /** The register holds var in percent of the rated power. */
  const varShare = (apparentVA ?? ratedW ?? 1) / (ratedW ?? 1)
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
        await registers.write(at.limit, [limitSteps(value, steps), 0, revertAfterS, 0, 1])
      },
      off: () => registers.write(at.limitSwitch, [0]),
    },
    {
      kind: 'reactivePower',
      async read() {
        const words = await registers.read()
        if (!isOn(words, at.factorSwitch)) return null
        const value = signed(words[at.factor]) / stepsPerUnit(words, scale.factor)
        return setting('reactivePower', Math.abs(value) >= 1 ? 1 : -value)
      },
      async write({ value }, revertAfterS) {
        const steps = stepsPerUnit(await registers.read(), scale.factor)
        const raw = Math.abs(value ?? 1) >= 1 ? int16(steps) : -int16((value ?? 1) * steps)
        await registers.write(at.factor, [raw, 0, revertAfterS, 0, 1])
      },
      off: () => registers.write(at.factorSwitch, [0]),
    },
    {
      kind: 'fixedReactive',
      async read() {
        const words = await registers.read()
        if (!isOn(words, at.varSwitch)) return null
        return setting('fixedReactive', signed(words[at.vars]) / stepsPerUnit(words, scale.vars) / 100 / varShare)
      },
      async write({ value }, revertAfterS) {
        const steps = stepsPerUnit(await registers.read(), scale.vars)
        await registers.write(at.vars, [int16((value ?? 0) * varShare * 100 * steps)])
        await registers.write(at.varTimes, [0, revertAfterS, 0, percentOfRated, 1])
      },
      off: () => registers.write(at.varSwitch, [0]),
    },
  ]
}
