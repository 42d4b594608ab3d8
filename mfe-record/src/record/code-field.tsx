import type { AlarmCode } from '@helioport/contract'
import { useAlarmText, useText } from '@helioport/i18n'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

interface CodeFieldProps<C extends AlarmCode> {
  /** Codes of the record. */
  codes: readonly C[]
  value: C | 'all'
  onChange: (code: C | 'all') => void
}

/** One alarm code, by its name, or all. */
export function CodeField<C extends AlarmCode>({ codes, value, onChange }: CodeFieldProps<C>) {
  const text = useText<typeof enUS>('record')
  const alarmText = useAlarmText()
  return (
    <ChoiceField
      label={text('alarms.code')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: text('alarms.allCodes') },
        ...codes.map((code) => ({ value: code, label: `${code} ${alarmText(code)?.name ?? ''}` })),
      ]}
    />
  )
}
