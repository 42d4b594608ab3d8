import { numberIn, wordsOf } from '../modbus/registers.ts'
import { tidyNumber } from '../source/tidy.ts'
import { notThere, type Register, type RegisterMap } from './register-map.ts'

/** Registers by address, as received. */
export type Words = Map<number, number>

/** In the frame's unit; undefined if it was not received or means "not available". */
export function valueOf(
  words: ReadonlyMap<number, number>,
  register: Register,
  { order }: Pick<RegisterMap, 'order'>,
): number | undefined {
  const { address, type, step } = register
  const own = Array.from({ length: wordsOf[type] }, (_, i) => words.get(address + i)).filter(
    (word) => word !== undefined,
  )
  const raw = numberIn(own, 0, type, order)
  // NaN and infinities are not values.
  return raw === undefined || !Number.isFinite(raw) || notThere[type].includes(raw) ? undefined : tidyNumber(raw * step)
}
