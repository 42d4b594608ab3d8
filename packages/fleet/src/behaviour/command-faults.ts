import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** It measures and answers reads, but what is written to it gets no answer and is not taken. */
export function commandTimeout(span: Span): Behaviour {
  return { name: 'commandTimeout', write: (at) => (isWithin(span, at) ? 'noAnswer' : undefined) }
}

/** It says yes to what is written and keeps what it had: locked by a grid code, or a broken memory. */
export function readBackMismatch(span: Span): Behaviour {
  return { name: 'readBackMismatch', write: (at) => (isWithin(span, at) ? 'ignored' : undefined) }
}
