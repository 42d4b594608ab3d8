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

const dayMs = 86_400_000

/** Dust accumulates: the light falls by `perDay` every day, down to `least`; the end of the span is rain. */
export function soiling(span: Span, startShare: number, perDay: number, least: number): Behaviour {
  return {
    name: 'soiling',
    disturb(at, s) {
      if (!isWithin(span, at)) return
      s.light *= Math.max(startShare - (perDay * (at - span.from)) / dayMs, Math.min(least, startShare))
    },
  }
}

/** At most `wm2` reaches the plane: dawn, dusk, a black sky; 0 is night at any hour. */
export function lowLight(span: Span, wm2: number): Behaviour {
  return {
    name: 'lowLight',
    disturb(at, s) {
      if (isWithin(span, at)) s.lightLimitWm2 = Math.min(s.lightLimitWm2, wm2)
    },
  }
}
