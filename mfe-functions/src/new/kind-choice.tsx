import { type SettingKind, settingKinds } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { SelectField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

interface KindChoiceProps {
  kind: SettingKind
  onKind: (kind: SettingKind) => void
}

/** Kind of setting; it decides which inverters are ready. */
export function KindChoice({ kind, onKind }: KindChoiceProps) {
  const text = useText<typeof enUS>('functions')
  const status = useText('status')
  return (
    <SelectField
      name="kind"
      label={text('setting.kind')}
      value={kind}
      onChange={(next: SettingKind) => onKind(next)}
      onLeave={() => {}}
      error={undefined}
      disabled={false}
      options={settingKinds.map((one) => ({ value: one, label: status(`commandKind.${one}`) }))}
    />
  )
}
