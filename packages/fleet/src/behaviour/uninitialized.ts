import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Mounted, wired and heard, but nobody has chosen a grid code yet: mode stays "initial" and nothing is fed in. */
export function uninitialized(span: Span): Behaviour {
  return {
    name: 'uninitialized',
    disturb(at, s) {
      if (isWithin(span, at)) s.initialized = false
    },
  }
}
