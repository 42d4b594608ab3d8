import { useText } from '@helioport/i18n'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

interface ReasonFieldProps<C extends string> {
  /** Reasons that the record may have. */
  codes: readonly C[]
  wordsOf: (code: C) => string
  value: C | 'all'
  onChange: (code: C | 'all') => void
}

/** Filter by the reason of a refusal or failure. */
export function ReasonField<C extends string>({ codes, wordsOf, value, onChange }: ReasonFieldProps<C>) {
  const text = useText<typeof enUS>('record')
  const reasons = codes.map((code) => ({ value: code, label: wordsOf(code) }))
  return (
    <ChoiceField
      label={text('log.reason')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: text('log.allReasons') },
        ...reasons.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
    />
  )
}
