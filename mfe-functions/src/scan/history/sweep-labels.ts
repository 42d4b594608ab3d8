import type { IvSweep } from '@helioport/contract'
import { dayAt } from '@helioport/time'

interface Words {
  date: (day: string) => string
  dateTime: (instant: string, timeZone: string) => string
}

/** Label of each scan: the local day at the station, with the time where a day has several scans. */
export function sweepLabels(sweeps: readonly Pick<IvSweep, 'scannedAt'>[], timeZone: string, words: Words): string[] {
  const days = sweeps.map(({ scannedAt }) => dayAt(Date.parse(scannedAt), timeZone))
  return sweeps.map(({ scannedAt }, nth) => {
    const day = days[nth] ?? ''
    const isAlone = days.indexOf(day) === days.lastIndexOf(day)
    return isAlone ? words.date(day) : words.dateTime(scannedAt, timeZone)
  })
}
