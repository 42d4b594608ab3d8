import { type CommandReason, commandReasons } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

interface ReasonFieldProps {
  value: CommandReason | 'all'
  onChange: (reason: CommandReason | 'all') => void
}

/** Why a command did not succeed on a device: one reason, by its words, or any. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  return (
    <ChoiceField
      label={text('log.reason')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: text('log.allReasons') },
        ...commandReasons.map((reason) => ({ value: reason, label: status(`commandReason.${reason}`) })),
      ]}
    />
  )
}
