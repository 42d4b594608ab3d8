import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/**
 * The grid fails (E3). `reconnectMs`: how long this inverter monitors the returned grid before it feeds in again (grid
 * codes require 1 to 5 min, and makers spread it so that inverters do not all return at once).
 */
export function gridOutage(span: Span, reconnectMs: number): Behaviour {
  return {
    name: 'gridOutage',
    disturb(at, s) {
      if (at < span.from || at >= span.to + reconnectMs || span.to <= span.from) return
      s.gridPresent = false
      if (isWithin(span, at)) s.voltageShare = 0
    },
  }
}
