import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** One string gets (or passes on) only `share` of its light: 0 blown fuse, 0.5 half shaded or badly soiled. */
export function stringLoss(span: Span, string: number, share: number): Behaviour {
  return {
    name: 'stringLoss',
    disturb(at, s) {
      if (isWithin(span, at)) s.strings[string] = (s.strings[string] ?? 1) * share
    },
  }
}
