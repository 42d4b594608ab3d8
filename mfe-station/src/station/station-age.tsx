import type { DataAge } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { AgeBadge } from '@helioport/ui'
import { useStationText } from './use-station-text.ts'

interface StationAgeProps {
  age: DataAge
  /** Zone of the exact time on hover. */
  timeZone: string
  /** Epoch ms. */
  now: number
}

/** From here on a date says more than a number of days. */
const datedAfterMs = 7 * 24 * 3_600_000

/** How old the newest datum of a station is: a dot, "late 12 min", striped, or the day on which the data end. */
export function StationAge({ age, timeZone, now }: StationAgeProps) {
  const text = useStationText()
  const ageText = useAgeText()
  const format = useFormat()
  const { measuredAt } = age
  const isHistory = measuredAt !== null && now - Date.parse(measuredAt) > datedAfterMs
  return (
    <AgeBadge
      state={age.state}
      label={isHistory ? text('age.dataUntil', { time: format.date(measuredAt, timeZone) }) : ageText(age)}
      title={measuredAt === null ? undefined : format.dateTime(measuredAt, timeZone)}
    />
  )
}
