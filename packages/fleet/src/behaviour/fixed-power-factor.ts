import type { Setting } from '@helioport/contract'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** A signed power factor of the closed set [-1, -0.8] U [0.8, 1]; positive: inject (over-excited). */
export function fixedPowerFactor(span: Span, powerFactor: number): Behaviour {
  const reactive: Setting = { kind: 'reactivePower', value: powerFactor, points: null }
  return {
    name: 'fixedPowerFactor',
    disturb(at, s) {
      if (isWithin(span, at)) s.reactive = reactive
    },
  }
}
