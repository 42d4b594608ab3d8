import { type DeviceStatus, shownStatus, type StatusReason } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'

interface StationStatusProps {
  status: DeviceStatus
  reason: StatusReason
  look?: 'soft' | 'plain'
}

/** The status word, with the reason on hover and for screen readers. */
export function StationStatus({ status, reason, look = 'plain' }: StationStatusProps) {
  const word = useText('status')
  const shown = shownStatus({ status, statusReason: reason })
  return (
    <StatusTag status={shown.look} label={word(`status.${shown.word}`)} reason={word(`reason.${reason}`)} look={look} />
  )
}
