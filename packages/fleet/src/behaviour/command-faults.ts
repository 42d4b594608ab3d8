import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** The inverter measures and answers reads, but neither answers nor executes writes. */
export function commandTimeout(span: Span): Behaviour {
  return { name: 'commandTimeout', write: (at) => (isWithin(span, at) ? 'noAnswer' : undefined) }
}

/** The inverter acknowledges writes but keeps its former value: locked by a grid code, or with defective memory. */
export function readBackMismatch(span: Span): Behaviour {
  return { name: 'readBackMismatch', write: (at) => (isWithin(span, at) ? 'ignored' : undefined) }
}
