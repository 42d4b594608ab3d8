import type { Station } from '@helioport/contract'
import { useAgeBadge } from '@helioport/i18n'
import { AgeBadge } from '@helioport/ui'

interface StationAgeProps {
  station: Pick<Station, 'age' | 'timeZone' | 'statusReason'>
  /** Epoch ms. */
  now: number
}

/** Age of a station's newest datum. Data are never late merely because it is night. */
export function StationAge({ station, now }: StationAgeProps) {
  const badgeOf = useAgeBadge()
  return <AgeBadge {...badgeOf(station, now)} />
}
