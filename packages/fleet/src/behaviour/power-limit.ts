import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Limits the inverter to `share` of its rated power; it raises A1 while more power is available. */
export function powerLimit(span: Span, share: number): Behaviour {
  return {
    name: 'powerLimit',
    disturb(at, s) {
      if (isWithin(span, at)) s.powerShare = Math.min(s.powerShare, share)
    },
  }
}
