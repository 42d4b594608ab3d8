import { type AlarmCode, errorWordOf } from '@helioport/contract'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

const fanLock: AlarmCode = 'C8'

/**
 * Fans stand still: C8, a hot cabinet and, in the sun, less power. `fan` 1: all turn, 0: none; `heatK`: how much
 * hotter than outside the air around the cabinet is.
 */
export function fanFailure(span: Span, fan: number, heatK = 0): Behaviour {
  const word = errorWordOf([fanLock])
  return {
    name: 'fanFailure',
    disturb(at, s) {
      if (!isWithin(span, at)) return
      s.fan = fan
      s.heatK += heatK
      s.errorWord = (s.errorWord | word) >>> 0
    },
  }
}
