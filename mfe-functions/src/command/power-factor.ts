import { isSamePowerFactor } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/**
 * A power factor in words: magnitude and direction, since makers disagree about signs. Null: no value, or devices
 * differ.
 */
export function usePowerFactorText(): (powerFactor: number | null) => string {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return (powerFactor) => {
    if (powerFactor === null) return '–'
    const value = format.number(Math.abs(powerFactor), 3)
    if (isSamePowerFactor(powerFactor, 1)) return value
    return text(powerFactor > 0 ? 'powerFactor.injecting' : 'powerFactor.absorbing', { value })
  }
}
