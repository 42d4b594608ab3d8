import type { ReactNode } from 'react'
import { largeOrderDelayMs, largeOrderDevices, largeOrderShare } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

/**
 * Terms of the whole order: when it reverts, that it is split by station, when it waits for a second person. `ends`:
 * when it reverts, in words; null: it does not.
 */
export function OrderTerms({ ends, stations }: { ends: ReactNode; stations: number }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return (
    <>
      <p>{ends === null ? text('reactive.canBeUndone') : ends}</p>
      {stations > 1 && <p>{text('order.stations', { number: format.number(stations) })}</p>}
      <p>
        {text('order.large', {
          number: format.number(largeOrderDevices),
          share: format.percent(largeOrderShare, 0),
          time: format.duration(largeOrderDelayMs),
        })}
      </p>
    </>
  )
}
