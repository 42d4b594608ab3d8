import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** The inverter sends frames, but has no grid code set yet: its mode stays "initial" and it feeds nothing in. */
export function uninitialized(span: Span): Behaviour {
  return {
    name: 'uninitialized',
    disturb(at, s) {
      if (isWithin(span, at)) s.initialized = false
    },
  }
}
