import type { Device } from '@helioport/contract'
import { useAgeBadge } from '@helioport/i18n'
import { AgeBadge, useNow } from '@helioport/ui'

interface DeviceAgeProps {
  device: Pick<Device, 'age' | 'timeZone' | 'statusReason'>
}

/** Badge with the age of the newest frame of a device; at night it does not warn. */
export function DeviceAge({ device }: DeviceAgeProps) {
  const badgeOf = useAgeBadge()
  return <AgeBadge {...badgeOf(device, useNow(60_000))} />
}
