import { type AlarmCode, errorWordOf } from '@helioport/contract'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

/** Sets alarm bits by themselves, for codes that have no physics here (self-tests, boards, memory). */
export function alarm(span: Span, codes: readonly AlarmCode[]): Behaviour {
  const word = errorWordOf(codes)
  return {
    name: 'alarm',
    disturb(at, s) {
      if (isWithin(span, at)) s.errorWord = (s.errorWord | word) >>> 0
    },
  }
}
