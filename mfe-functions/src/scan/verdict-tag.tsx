import type { IvCurve } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { StatusTag } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

/** Verdict of a string with its confidence, or why there is none. */
export function VerdictTag({ curve }: { curve: Pick<IvCurve, 'verdict' | 'confidence' | 'silence'> }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { verdict, confidence, silence } = curve
  if (verdict === null) {
    return (
      <StatusTag
        status="info"
        look="plain"
        label={text('verdict.none')}
        reason={silence === null ? undefined : text(`silence.${silence}.short`)}
      />
    )
  }
  return (
    <StatusTag
      status={verdict === 'healthy' ? 'normal' : 'abnormal'}
      look="plain"
      label={text(`verdict.${verdict}`)}
      reason={confidence === null ? undefined : text('verdict.sure', { share: format.percent(confidence, 0) })}
    />
  )
}
