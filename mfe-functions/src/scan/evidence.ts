import type { IvCurve, IvMeasure } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

type Format = ReturnType<typeof useFormat>

/** Value in the unit of the deciding measure; shares as percent. */
function measure(format: Format, kind: IvMeasure, value: number): string {
  switch (kind) {
    case 'current':
      return format.quantity(value, 'A', 2).text
    case 'voltage':
      return format.quantity(value, 'V', 0).text
    case 'slopeAtVoc':
      return format.quantity(value, 'Ω', 2).text
    default:
      return format.percent(value)
  }
}

/** One sentence: the measured value, and that of a sound string. */
export function useEvidence(): (curve: IvCurve) => string {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  return ({ verdict, evidence }) => {
    if (verdict === null || !evidence) return ''
    return text(`evidence.${verdict}`, {
      value: measure(format, evidence.measure, evidence.value),
      expected: measure(format, evidence.measure, evidence.expected),
      loss: format.percent(evidence.lossShare),
    })
  }
}
