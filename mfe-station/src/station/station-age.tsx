import { isAsleep, type Station } from '@helioport/contract'
import { useAgeText, useFormat } from '@helioport/i18n'
import { AgeBadge, type AgeTone } from '@helioport/ui'
import { useStationText } from './use-station-text.ts'

interface StationAgeProps {
  station: Pick<Station, 'age' | 'timeZone' | 'statusReason'>
  /** Epoch ms. */
  now: number
}

/** From here on a date says more than a number of days. */
const datedAfterMs = 7 * 24 * 3_600_000

/**
 * How old the newest datum of a station is: a dot, "late 12 min", striped, or the day on which the data end.
 * At night loggers sleep with their inverters: then it quietly says when the last datum came.
 */
export function StationAge({ station, now }: StationAgeProps) {
  const text = useStationText()
  const ageText = useAgeText()
  const format = useFormat()
  const { age, timeZone } = station
  const { measuredAt } = age
  if (measuredAt === null) return <AgeBadge state={age.state} label={ageText(age)} />

  const isHistory = now - Date.parse(measuredAt) > datedAfterMs
  const sleeps = isAsleep(station, now)
  const state: AgeTone = sleeps ? 'none' : age.state
  const end = isHistory ? format.date(measuredAt, timeZone) : format.time(measuredAt, timeZone)
  return (
    <AgeBadge
      state={state}
      label={isHistory || sleeps ? text('age.dataUntil', { time: end }) : ageText(age)}
      title={format.dateTime(measuredAt, timeZone)}
    />
  )
}
