import type { IvSweep } from '@helioport/contract'
import { dayAt } from '@helioport/time'

interface Words {
  date: (day: string) => string
  dateTime: (instant: string, timeZone: string) => string
}

/** Under each scan its day at the station; the time as well where a day has several, which could not be told apart. */
export function sweepLabels(sweeps: readonly Pick<IvSweep, 'scannedAt'>[], timeZone: string, words: Words): string[] {
  const days = sweeps.map(({ scannedAt }) => dayAt(Date.parse(scannedAt), timeZone))
  return sweeps.map(({ scannedAt }, nth) => {
    const day = days[nth] ?? ''
    const isAlone = days.indexOf(day) === days.lastIndexOf(day)
    return isAlone ? words.date(day) : words.dateTime(scannedAt, timeZone)
  })
}
