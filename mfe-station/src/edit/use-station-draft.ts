import { useEffect, useRef, useState } from 'react'
import type { FormState } from '@helioport/ui/form'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import type { SentForm } from './save-station.ts'
import type { StationValues } from './station-values.ts'

/** Owner of the draft; `stationId` undefined: the form that adds a station. */
interface DraftOf {
  accountId: string
  stationId: string | undefined
}

/** The unsaved draft, and the form that was sent last. */
export function useStationDraft({ accountId, stationId }: DraftOf, initial: StationValues) {
  /** Until it is taken up or discarded. */
  const [offered, setOffered] = useState(() => readDraft(accountId, stationId, initial))
  /** A form that got no answer or was not saved completely: a retry continues from it. */
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
  /** The station is saved: drops the draft and stops keeping input. */
  const end = () => {
    isDone.current = true
    dropDraft(accountId, stationId)
  }
  return { offered, takeUp, throwAway, sent, setSent, end, isDone }
}

export type StationDraft = ReturnType<typeof useStationDraft>

/** Keeps the input until it is saved. */
export function useKeptDraft(
  { accountId, stationId }: DraftOf,
  { sent, isDone }: StationDraft,
  { values, isDirty }: FormState<StationValues>,
): void {
  useEffect(() => {
    if (isDirty && !isDone.current) writeDraft(accountId, stationId, { values, sent, at: Date.now() })
  }, [accountId, stationId, values, isDirty, sent, isDone])
}
