import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Somebody holds it at `share` of its rated power (A1 while that is less than the sun offers). */
export function powerLimit(span: Span, share: number): Behaviour {
  return {
    name: 'powerLimit',
    disturb(at, s) {
      if (isWithin(span, at)) s.powerShare = Math.min(s.powerShare, share)
    },
  }
}
