import type { DeviceStatus, StatusReason } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'

interface StationStatusProps {
  status: DeviceStatus
  reason: StatusReason
  look?: 'soft' | 'plain'
}

/** The status word; the reason on hover and for readers. */
export function StationStatus({ status, reason, look = 'plain' }: StationStatusProps) {
  const word = useText('status')
  const isPartly = reason === 'partlyProducing'
  return (
    <StatusTag
      status={isPartly ? 'standby' : status}
      label={word(isPartly ? 'status.partly' : `status.${status}`)}
      reason={word(`reason.${reason}`)}
      look={look}
    />
  )
}
