import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Scales the grid voltage by `share`: outside 0.8 to 1.15 of nominal the inverter disconnects (E2, E1). */
export function gridVoltage(span: Span, share: number): Behaviour {
  return {
    name: 'gridVoltage',
    disturb(at, s) {
      if (isWithin(span, at)) s.voltageShare *= share
    },
  }
}

/** Shifts the grid frequency, Hz: beyond 1.5 the inverter disconnects (E4 above, E5 below). */
export function gridFrequencyShift(span: Span, shiftHz: number): Behaviour {
  return {
    name: 'gridFrequency',
    disturb(at, s) {
      if (isWithin(span, at)) s.frequencyShiftHz += shiftHz
    },
  }
}
