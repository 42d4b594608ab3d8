import type { IvCurve } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

type Format = ReturnType<typeof useFormat>

/** Unit of the measure that decided; shares are percents. */
function measure(format: Format, verdict: NonNullable<IvCurve['verdict']>, value: number): string {
  switch (verdict) {
    case 'openString':
    case 'soiling':
      return format.quantity(value, 'A', 2).text
    case 'lowVoltage':
      return format.quantity(value, 'V', 0).text
    case 'degraded':
      return value > 1.5 ? format.quantity(value, 'V', 0).text : format.percent(value)
    default:
      return format.percent(value)
  }
}

/** One sentence: what was measured and what a sound string would show. */
export function useEvidence(): (curve: IvCurve) => string {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return ({ verdict, evidence }) => {
    if (verdict === null || !evidence) return ''
    return text(`evidence.${verdict}`, {
      value: measure(format, verdict, evidence.value),
      expected: measure(format, verdict, evidence.expected),
    })
  }
}
