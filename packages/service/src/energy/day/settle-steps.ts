import type { LocalDay } from '@helioport/time/node'
import type { DayStep } from './counter-steps.ts'
import { binMs, binOf } from '../../figure/day-grid.ts'
import type { DeviceCurve } from './device-curve.ts'

export interface SettledSteps {
  steps: readonly DayStep[]
  /** Since then there is power, and less than the register can show, epoch ms; Infinity: it has told everything. */
  untoldSince: number
}

/**
 * A register of whole kWh stands still for many frames and then jumps: its jump is the energy since the one before, and
 * is shared out by the power of these frames. The sum stays what the counter says.
 */
export function settleSteps(day: LocalDay, steps: readonly DayStep[], curve: DeviceCurve): SettledSteps {
  const settled = [...steps]
  const energies = steps.map((step) => powerEnergyOf(day, step, curve))
  let run: number[] = []
  for (const [nth, step] of steps.entries()) {
    const before = steps[run.at(-1) ?? -1]
    if (energies[nth] === null || (before && before.to !== step.from)) run = []
    if (energies[nth] === null) continue
    run.push(nth)
    if (step.kwh === 0) continue
    const whole = sumOf(run, energies)
    for (const each of run) {
      const own = steps[each]
      if (own && run.length > 1 && whole > 0)
        settled[each] = { ...own, kwh: (step.kwh * (energies[each] ?? 0)) / whole }
    }
    run = []
  }
  const untold = sumOf(run, energies)
  const first = run.find((nth) => (energies[nth] ?? 0) > 0)
  const since = first === undefined || untold > registerOf(steps) ? undefined : steps[first]?.from
  return { steps: settled, untoldSince: since ?? Infinity }
}

const sumOf = (run: readonly number[], energies: readonly (number | null)[]) =>
  run.reduce((sum, nth) => sum + (energies[nth] ?? 0), 0)

/** What the frames' power says of a step, kWh; null: it is no step of one day between two frames, or not known. */
function powerEnergyOf(day: LocalDay, step: DayStep, { bridgedW, asleep }: DeviceCurve): number | null {
  if (step.kind !== 'ok' || step.isLong || step.from < day.from || step.to > day.to) return null
  let kwh = 0
  for (let bin = binOf(day, step.from); bin <= binOf(day, step.to - 1); bin += 1) {
    const power = bridgedW[bin] ?? (asleep[bin] ? 0 : null)
    if (power === null) return null
    const from = day.from + bin * binMs
    kwh += (Math.max(0, power) * (Math.min(step.to, from + binMs) - Math.max(step.from, from))) / 3_600_000_000
  }
  return kwh
}

/** The least that the register moved by; what is less is not told yet. */
const registerOf = (steps: readonly DayStep[]) =>
  steps.reduce((least, { kind, kwh }) => (kind === 'ok' && kwh > 0 ? Math.min(least, kwh) : least), 1)
