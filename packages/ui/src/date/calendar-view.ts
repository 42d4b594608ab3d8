import dayjs, { type Dayjs, type ManipulateType } from 'dayjs'

/** antd's names: a month of days, a year of months. */
export type View = 'month' | 'year'

/** Noon exists on every day in every zone of a browser; midnight does not. */
export const dateOf = (day: string): Dayjs => dayjs(`${day}T12:00:00`)
export const dayOf = (date: Dayjs): string => date.format('YYYY-MM-DD')

/** How much of `YYYY-MM-DD` names what a view shows. */
export const shownPart = (day: string, view: View): string => day.slice(0, view === 'month' ? 7 : 4)
/** How much of `YYYY-MM-DD` names one of its cells. */
export const cellPart = (day: string, view: View): string => day.slice(0, view === 'month' ? 10 : 7)

type Step = readonly [amount: number, unit: ManipulateType]

const steps: Record<View, { along: Step; across: Step; page: Step; leap: Step }> = {
  month: { along: [1, 'day'], across: [1, 'week'], page: [1, 'month'], leap: [1, 'year'] },
  year: { along: [1, 'month'], across: [3, 'month'], page: [1, 'year'], leap: [10, 'year'] },
}

/** Where a key leads from a date, whose locale says when the week starts; undefined: the key leads nowhere. */
export function keyTarget(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  from: Dayjs,
  view: View,
  dir: 'ltr' | 'rtl',
): Dayjs | undefined {
  const { along, across, page, leap } = steps[view]
  const forward = dir === 'rtl' ? -1 : 1
  const go = ([amount, unit]: Step, sign: number) => from.add(amount * sign, unit)
  if (key === 'ArrowRight') return go(along, forward)
  if (key === 'ArrowLeft') return go(along, -forward)
  if (key === 'ArrowDown') return go(across, 1)
  if (key === 'ArrowUp') return go(across, -1)
  if (key === 'PageDown') return go(shiftKey ? leap : page, 1)
  if (key === 'PageUp') return go(shiftKey ? leap : page, -1)
  if (key === 'Home') return view === 'month' ? from.startOf('week') : from.startOf('year')
  if (key === 'End') return view === 'month' ? from.endOf('week') : from.endOf('year')
  return undefined
}

/** What a calendar says in one language; days are `YYYY-MM-DD`. */
export function calendarFormats(tag: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
    return (day: string) => made.format(Date.parse(`${day}T00:00:00Z`))
  }
  return {
    fullDay: format({ dateStyle: 'full' }),
    month: format({ year: 'numeric', month: 'long' }),
    monthName: format({ month: 'long' }),
    year: format({ year: 'numeric' }),
  }
}
