import { type Device, isAsleep } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { AgeBadge, useNow } from '@helioport/ui'

interface DeviceAgeProps {
  device: Pick<Device, 'age' | 'timeZone' | 'statusReason'>
}

/** How old the newest datum of a device is. At night inverters sleep: then it only says when they spoke last. */
export function DeviceAge({ device }: DeviceAgeProps) {
  const ageText = useAgeText()
  const format = useFormat()
  const { age, timeZone } = device
  const sleeps = isAsleep(device, useNow(60_000))
  return (
    <AgeBadge
      state={sleeps ? 'none' : age.state}
      label={sleeps ? format.ago(age.measuredAt) : ageText(age)}
      title={age.measuredAt === null ? undefined : format.dateTime(age.measuredAt, timeZone)}
    />
  )
}
