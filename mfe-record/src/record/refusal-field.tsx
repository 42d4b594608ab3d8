import { type ErrorCode, errorStatus } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

/** Every reason for a refusal. */
export const refusalCodes = Object.keys(errorStatus) as ErrorCode[]

interface RefusalFieldProps<C extends ErrorCode> {
  /** Those that the record can have. */
  codes: readonly C[]
  value: C | 'all'
  onChange: (code: C | 'all') => void
}

/** Why something was refused: one reason, by its words, or any. */
export function RefusalField<C extends ErrorCode>({ codes, value, onChange }: RefusalFieldProps<C>) {
  const text = useText<typeof enUS>('record')
  const errors = useText('error')
  const reasons = codes.map((code) => ({ value: code, label: errors(code) }))
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
