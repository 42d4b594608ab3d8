import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** The grid's voltage is `share` of what it would be: beyond 0.8 to 1.15 the inverter leaves it (E2, E1). */
export function gridVoltage(span: Span, share: number): Behaviour {
  return {
    name: 'gridVoltage',
    disturb(at, s) {
      if (isWithin(span, at)) s.voltageShare *= share
    },
  }
}

/** The grid's frequency is off by so much, Hz: beyond 1.5 the inverter leaves it (E4 above, E5 below). */
export function gridFrequencyShift(span: Span, shiftHz: number): Behaviour {
  return {
    name: 'gridFrequency',
    disturb(at, s) {
      if (isWithin(span, at)) s.frequencyShiftHz += shiftHz
    },
  }
}
