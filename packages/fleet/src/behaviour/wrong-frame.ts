import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'
import { tickMs } from '../time/tick.ts'
import { uniform } from '../random/noise.ts'

/** The frame of the first tick is repeated: the communication board hangs, the inverter continues. */
export function staleValues(span: Span): Behaviour {
  return {
    name: 'staleValues',
    report(at, frame, own) {
      if (!isWithin(span, at)) {
        if (own.held?.since === span.from) own.held = undefined
        return undefined
      }
      if (own.held?.since !== span.from) own.held = { since: span.from, frame }
      return { ...own.held.frame, at }
    },
  }
}

/** Whether this tick has a spike: a random `share` of all ticks. */
const hits = (seed: number, at: number, share: number) => uniform(seed, 91, Math.floor(at / tickMs)) < share

/** Occasionally the power register reads `powerW` (a torn read on the bus). */
export function powerSpikes(span: Span, seed: number, share: number, powerW: number): Behaviour {
  return {
    name: 'powerSpikes',
    report: (at, frame) => (isWithin(span, at) && hits(seed, at, share) ? { ...frame, powerW } : undefined),
  }
}

/** Occasionally the lifetime counter reads `kwh` too much, for one frame. */
export function counterSpikes(span: Span, seed: number, share: number, kwh: number): Behaviour {
  return {
    name: 'counterSpikes',
    report(at, frame) {
      if (!isWithin(span, at) || !hits(seed, at, share)) return undefined
      return { ...frame, energyTotalKwh: Math.round(((frame.energyTotalKwh ?? 0) + kwh) * 1000) / 1000 }
    },
  }
}

/** Another inverter is installed in its place: a serial that the portal does not know. */
export function otherSerial(span: Span, serial: string): Behaviour {
  return { name: 'otherSerial', report: (at, frame) => (isWithin(span, at) ? { ...frame, serial } : undefined) }
}
