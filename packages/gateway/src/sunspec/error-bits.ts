import { type AlarmCode, errorWordOf } from '@helioport/contract'

/** Alarm per bit of `Evt1` (models 101 to 113) and of `Alrm` (701); other bits raise no alarm. */
const alarmOfBit: Readonly<Record<number, AlarmCode>> = {
  0: 'E7',
  1: 'E6',
  2: 'E3',
  3: 'A4',
  4: 'E3',
  6: 'C3',
  7: 'C4',
  8: 'E4',
  9: 'E5',
  10: 'E1',
  11: 'E2',
  12: 'A3',
  14: 'F5',
  15: 'F7',
}
const hardwareTestOf701 = 16
const arcOf160 = 15

const bitsIn = (word: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (word >>> bit) & 1)

export interface Events {
  /** `Evt1` or `Alrm`; undefined if the device has none. */
  inverter: number | undefined
  isModel701: boolean
  /** `Evt` of the trackers (160). */
  trackers: number | undefined
}

/**
 * The frame's error word; undefined if the device reports no events at all, which does not mean that it has none.
 */
export function errorWordFrom({ inverter, isModel701, trackers }: Events): number | undefined {
  if (inverter === undefined && trackers === undefined) return undefined
  const codes = bitsIn(inverter ?? 0).flatMap((bit): AlarmCode[] => {
    if (isModel701 && bit === hardwareTestOf701) return ['F7']
    const code = alarmOfBit[bit]
    return code ? [code] : []
  })
  if (trackers !== undefined && (trackers >>> arcOf160) & 1) codes.push('A7')
  return errorWordOf([...new Set(codes)])
}
