import type { LocalDay } from '@helioport/time/node'
import type { DayStep } from './day-step.ts'
import { type DeviceCurve, powerEnergyOf } from './device-curve.ts'

export interface SettledSteps {
  steps: readonly DayStep[]
  /** Since when there is power, but less energy than the register can show, epoch ms; Infinity: all energy is shown. */
  untoldSince: number
  /** For each step, whether a later jump of the register may contain its energy, or that of a step right before it. */
  open: readonly boolean[]
}

/**
 * A register of whole kWh, or a coarser one, stands still for many frames and then jumps. The jump is the energy since
 * the jump before, and is distributed by the power of these frames. The sum stays that of the counter.
 */
export function settleSteps(day: LocalDay, steps: readonly DayStep[], curve: DeviceCurve): SettledSteps {
  const settled = [...steps]
  const energies = steps.map((step) => shareOf(day, step, curve))
  const open: boolean[] = []
  let run: number[] = []
  for (const [nth, step] of steps.entries()) {
    const energy = energies[nth] ?? null
    if (energy === null || steps[nth - 1]?.to !== step.from) run = []
    // Without power a counter that stands still hides no energy: the night is no part of the first jump of the morning.
    if (energy !== null && (energy > 0 || step.kwh)) run.push(nth)
    open.push(run.length > 0 && !step.kwh)
    if (energy === null || !step.kwh) continue
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
  return { steps: settled, untoldSince: since ?? Infinity, open }
}

/** The counter stood still while there was power: it shows whole steps only. */
export function hasStood(
  steps: readonly DayStep[],
  samples: readonly { at: number; power_w: number | null }[],
): boolean {
  const powers = new Map(samples.map(({ at, power_w }) => [Math.round(at), power_w ?? 0]))
  return steps.some(({ kind, kwh, from }) => kind === 'ok' && kwh === 0 && (powers.get(from) ?? 0) > 0)
}

const sumOf = (run: readonly number[], energies: readonly (number | null)[]) =>
  run.reduce((sum, nth) => sum + (energies[nth] ?? 0), 0)

/** Energy of a step by power, kWh; null: the step is not within the day and between two frames, or power is unknown. */
function shareOf(day: LocalDay, step: DayStep, curve: DeviceCurve): number | null {
  if (step.kind !== 'ok' || step.isLong || step.from < day.from || step.to > day.to) return null
  return powerEnergyOf(day, step, curve)
}

/** Smallest step of the register; less energy is not shown yet. */
function registerOf(steps: readonly DayStep[]): number {
  const coarse = steps.find(({ registerKwh }) => registerKwh !== undefined)?.registerKwh
  const told = steps.flatMap(({ kind, kwh }) => (kind === 'ok' && kwh !== null && kwh > 0 ? kwh : []))
  return coarse ?? told.reduce((least, kwh) => Math.min(least, kwh), 1)
}
