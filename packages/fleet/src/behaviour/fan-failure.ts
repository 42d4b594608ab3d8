import { type AlarmCode, errorWordOf } from '@helioport/contract'
import { type Behaviour, isWithin, type Span } from '../device/behaviour.ts'

const fanLock: AlarmCode = 'C8'

/**
 * Fans fail: alarm C8, a hot cabinet and, in the sun, less power. `fan`: share of the fans that turn, 0 to 1. `heatK`:
 * temperature of the air around the cabinet above outside air, K.
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
