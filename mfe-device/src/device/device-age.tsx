import type { Device } from '@helioport/contract'
import { useAgeBadge } from '@helioport/i18n'
import { AgeBadge, useNow } from '@helioport/ui'

interface DeviceAgeProps {
  device: Pick<Device, 'age' | 'timeZone' | 'statusReason'>
}

/** How old the newest datum of a device is; none is old only because it is night. */
export function DeviceAge({ device }: DeviceAgeProps) {
  const badgeOf = useAgeBadge()
  return <AgeBadge {...badgeOf(device, useNow(60_000))} />
}
