import type { Station, Working } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { Notice } from '@helioport/ui'
import { useStationText } from './use-station-text.ts'

/** Says that the figures are not final while an import or a change is being processed; nothing otherwise. */
export function WorkingNote({ working }: { working: Working | null | undefined }) {
  const text = useStationText()
  const format = useFormat()
  if (!working) return null
  const { doneDays, totalDays } = working
  return (
    <Notice tone="info">
      <span data-testid="working" data-done={doneDays} data-total={totalDays}>
        {text('figure.working', { done: format.number(doneDays), all: format.number(totalDays) })}
      </span>
    </Notice>
  )
}

/** The same for several stations together. */
export function workingOf(stations: readonly Station[]): Working | null {
  const all = stations.flatMap(({ working }) => working ?? [])
  if (all.length === 0) return null
  return {
    doneDays: all.reduce((sum, { doneDays }) => sum + doneDays, 0),
    totalDays: all.reduce((sum, { totalDays }) => sum + totalDays, 0),
  }
}
