import { useText } from '@helioport/i18n'
import { Segmented } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

export type OutcomeChoice = 'all' | 'done' | 'refused'

interface OutcomeFilterProps {
  value: OutcomeChoice
  onChange: (value: OutcomeChoice) => void
}

export function OutcomeFilter({ value, onChange }: OutcomeFilterProps) {
  const text = useText<typeof enUS>('record')
  return (
    <Segmented
      label={text('log.outcome')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: text('alarms.state.all') },
        { value: 'done', label: text('log.done') },
        { value: 'refused', label: text('log.refused') },
      ]}
    />
  )
}
