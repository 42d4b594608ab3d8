import { type AlarmCode, errorWordOf } from '@helioport/contract'
import { type Behaviour, isWithin, type Span, type Stop } from '../device/behaviour.ts'

/**
 * Reaction of an inverter to a code: some codes make it wait and return by itself, some keep it in fault, some shut it
 * down. With any other code it continues. From the handling texts of CPS SCA (p. 131) and Eaton.
 */
const stops: Partial<Record<AlarmCode, Stop>> = {
  E1: 'standby',
  E2: 'standby',
  E3: 'standby',
  E4: 'standby',
  E5: 'standby',
  E6: 'standby',
  E7: 'standby',
  E8: 'standby',
  A4: 'standby',
  A6: 'standby',
  A7: 'fault',
  C1: 'fault',
  C2: 'fault',
  C3: 'shutdown',
  C5: 'fault',
  C6: 'standby',
  C7: 'fault',
  F1: 'fault',
  F2: 'fault',
  F3: 'fault',
  F4: 'fault',
  F5: 'fault',
  F6: 'fault',
  F7: 'fault',
  F8: 'fault',
}

export const stopOf = (code: AlarmCode): Stop | null => stops[code] ?? null

/** Sets alarm bits directly, for codes that the model does not derive (self-tests, boards, memory). */
export function alarm(span: Span, codes: readonly AlarmCode[], stop: Stop | null = null): Behaviour {
  const word = errorWordOf(codes)
  return {
    name: 'alarm',
    disturb(at, s) {
      if (!isWithin(span, at)) return
      s.errorWord = (s.errorWord | word) >>> 0
      s.stop = stop ?? s.stop
    },
  }
}
