import { zoneClock } from '@helioport/time/node'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'
import type { StringCondition } from '../physics/pv-string.ts'

const dayMs = 86_400_000

/** These strings (counted from 0) differ electrically from their siblings: shade, series resistance, shunt, PID. */
export function stringFault(span: Span, strings: readonly number[], condition: StringCondition): Behaviour {
  return {
    name: 'stringFault',
    disturb(at, s) {
      if (isWithin(span, at)) for (const string of strings) s.conditions.set(string, condition)
    },
  }
}

/** The same, daily between two hours of local time: the shadow of a mast. */
export function dailyStringFault(
  span: Span,
  strings: readonly number[],
  condition: StringCondition,
  [fromHour, toHour]: readonly [number, number],
  timeZone: string,
): Behaviour {
  const { offsetAt } = zoneClock(timeZone)
  const fault = stringFault(span, strings, condition)
  return {
    name: 'dailyStringFault',
    disturb(at, s) {
      const hour = ((at + offsetAt(at)) % dayMs) / 3_600_000
      if (hour >= fromHour && hour < toHour) fault.disturb?.(at, s)
    },
  }
}
