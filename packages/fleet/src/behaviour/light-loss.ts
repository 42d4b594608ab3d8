import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** All modules of one inverter get only `share` of their light: dust, snow, a crane in front. */
export function lightLoss(span: Span, share: number): Behaviour {
  return {
    name: 'lightLoss',
    disturb(at, s) {
      if (isWithin(span, at)) s.light *= share
    },
  }
}
