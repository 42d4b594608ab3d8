import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** The inverter is limited to `share` of its rated power; it raises A1 while the sun would give more. */
export function powerLimit(span: Span, share: number): Behaviour {
  return {
    name: 'powerLimit',
    disturb(at, s) {
      if (isWithin(span, at)) s.powerShare = Math.min(s.powerShare, share)
    },
  }
}
