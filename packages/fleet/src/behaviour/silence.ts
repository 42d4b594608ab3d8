import { type Behaviour, isWithin, silent, type Span } from '../device/behaviour.ts'

/** The inverter does not answer its logger. It continues to produce, but no frame of it is sent. */
export function silence(span: Span): Behaviour {
  return {
    name: 'silence',
    report: (at) => (isWithin(span, at) ? silent : undefined),
    answers: (at) => !isWithin(span, at),
  }
}
