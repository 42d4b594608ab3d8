import { useEndpoint } from '@helioport/api-client'
import { type Format, useFormat, useText } from '@helioport/i18n'
import { periodSpan } from '@helioport/time'
import type enUS from '../../messages/en-US.ts'
import { type ComparedPeriod, isDayText } from './chosen-parameters.ts'

/** Name of a day, or of the week, month or year between two days. */
export function periodName(format: Format, period: ComparedPeriod, from: string, to: string): string {
  if (period === 'day') return format.date(from)
  if (period === 'week') return format.dayRange(from, to)
  return format.dayPart(from, period === 'year' ? { year: 'numeric' } : { year: 'numeric', month: 'long' })
}

/**
 * Name of the comparison ("Jun 3, 2026", "Inverter 02"), so that its curve is labelled in the legend, under the
 * pointer, in the table and in print. `against`: as in the URL.
 */
export function useComparedName(against: string, period: ComparedPeriod): string {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const isDevice = against !== '' && !isDayText(against)
  const { data } = useEndpoint('GET /devices/:deviceId', { params: { deviceId: against } }, { enabled: isDevice })
  if (against === '') return ''
  if (isDevice) return data?.id === against ? data.name : text('parameters.otherDevice')
  const { from, to } = period === 'day' ? { from: against, to: against } : periodSpan(period, against)
  return periodName(format, period, from, to)
}
