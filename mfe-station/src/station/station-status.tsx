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
  // At night those that are left sleep.
  const isPartly = reason === 'partlyProducing' && status !== 'standby'
  return (
    <StatusTag
      status={isPartly ? 'standby' : status}
      label={word(isPartly ? 'status.partly' : `status.${status}`)}
      reason={word(`reason.${reason}`)}
      look={look}
    />
  )
}
