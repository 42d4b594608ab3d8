import type { Station } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { useStationText } from './use-station-text.ts'

/** Why a station needs a person: its bad status, otherwise its open alarms, otherwise its old data. */
export function useAttentionText(): (station: Station) => string {
  const text = useStationText()
  const word = useText('status')
  const format = useFormat()
  return ({ status, statusReason, openAlarms }) => {
    if (status === 'offline') return word(`reason.${statusReason}`)
    if (openAlarms) return text('figure.alarms', { count: format.number(openAlarms) })
    const isAtFault = status === 'abnormal' || statusReason === 'partlyProducing'
    return isAtFault ? word(`reason.${statusReason}`) : text('summary.lateData')
  }
}
