import type { Working } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Notice } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

/** Says that figures are not final while an import or a change is processed; renders nothing otherwise. */
export function WorkingNote({ working }: { working: Working | null }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  if (!working) return null
  const { doneDays, totalDays } = working
  return (
    <Notice tone="info">{text('kpi.working', { done: format.number(doneDays), all: format.number(totalDays) })}</Notice>
  )
}
