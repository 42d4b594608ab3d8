import { useEffect, useRef, useState } from 'react'
import type { FormState } from '@helioport/ui/form'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import type { SentForm } from './save-station.ts'
import type { StationValues } from './station-values.ts'

/** Whose draft it is; `stationId` undefined: of the form that adds a station. */
interface DraftOf {
  accountId: string
  stationId: string | undefined
}

/** What was typed earlier and not saved, and what became of forms that were sent. */
export function useStationDraft({ accountId, stationId }: DraftOf, initial: StationValues) {
  /** Until it is taken up or thrown away. */
  const [offered, setOffered] = useState(() => readDraft(accountId, stationId, initial))
  /** A form that was not answered, or not taken as a whole: a try again goes on from there. */
  const [sent, setSent] = useState<SentForm>()
  const isDone = useRef(false)
  const takeUp = (form: FormState<StationValues>) => {
    if (!offered) return
    for (const name of Object.keys(offered.values) as (keyof StationValues)[]) form.setValue(name, offered.values[name])
    setSent(offered.sent)
    setOffered(undefined)
  }
  const throwAway = () => {
    dropDraft(accountId, stationId)
    setOffered(undefined)
  }
  /** It is saved: nothing is kept any more. */
  const end = () => {
    isDone.current = true
    dropDraft(accountId, stationId)
  }
  return { offered, takeUp, throwAway, sent, setSent, end, isDone }
}

export type StationDraft = ReturnType<typeof useStationDraft>

/** Keeps what is typed until it is saved. */
export function useKeptDraft(
  { accountId, stationId }: DraftOf,
  { sent, isDone }: StationDraft,
  { values, isDirty }: FormState<StationValues>,
): void {
  useEffect(() => {
    if (isDirty && !isDone.current) writeDraft(accountId, stationId, { values, sent, at: Date.now() })
  }, [accountId, stationId, values, isDirty, sent, isDone])
}
