import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'
import type { StringCondition } from '../physics/pv-string.ts'

/** These strings (from 0) are electrically not as their siblings: shade, series resistance, shunt, PID. */
export function stringFault(span: Span, strings: readonly number[], condition: StringCondition): Behaviour {
  return {
    name: 'stringFault',
    disturb(at, s) {
      if (isWithin(span, at)) for (const string of strings) s.conditions.set(string, condition)
    },
  }
}
