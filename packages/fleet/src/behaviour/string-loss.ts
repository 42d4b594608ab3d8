import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** One string delivers only `share` of its current: 0 for a blown fuse, 0.5 if half shaded or badly soiled. */
export function stringLoss(span: Span, string: number, share: number): Behaviour {
  return {
    name: 'stringLoss',
    disturb(at, s) {
      if (isWithin(span, at)) s.strings[string] = (s.strings[string] ?? 1) * share
    },
  }
}
