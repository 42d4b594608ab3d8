import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keptInputKey } from './kept-input-key.ts'

function isSomethingKept(): boolean {
  try {
    return sessionStorage.getItem(keptInputKey) !== null
  } catch {
    return false
  }
}

/** Input that a person left unsaved on this page. */
export interface Draft {
  /** Epoch in ms. */
  at: number
  take: () => void
  drop: () => void
}

interface KeptForm<Values> {
  values: Values
  start: Values
  isDirty: boolean
  /** While true, the form is being sent: its input is not kept as a draft. */
  isSubmitting: () => boolean
  /** Input of a form that the person leaves is kept as a draft. */
  keepsDraft: boolean
  set: (change: (before: Values) => Values) => void
}

/**
 * Keeps unsent input when its page is closed without the person's action, and restores it. Input of a page that the
 * person left is offered as a draft. The code is loaded with the first change: most forms are only looked at.
 */
export function useKeptInput<Values extends object>(kept: KeptForm<Values>): Draft | undefined {
  const { values, isDirty, keepsDraft, set } = kept
  const form = Object.keys(values).toSorted().join(' ')
  const [draft, setDraft] = useState<Draft>()
  const latest = useRef({ ...kept, hasDraft: false })
  // A layout effect, so that it runs before the clean-up of the effect below, which reads `latest`.
  useLayoutEffect(() => {
    latest.current = { ...kept, hasDraft: draft !== undefined }
  })
  useEffect(() => {
    if (!isDirty && !isSomethingKept()) return
    let isOver = false
    let stop: (() => void) | undefined
    const begin = async () => {
      const { dropKeptInput, keepOnLeaving, keptInput, placeOf } = await import('./kept-input.ts')
      if (isOver) return
      const place = placeOf(form)
      const found = isDirty ? undefined : keptInput(place)
      const take = () => set((before) => ({ ...before, ...found?.values }))
      if (found?.isDraft === true) {
        const drop = () => {
          dropKeptInput(place)
          setDraft(undefined)
        }
        if (keepsDraft) setDraft({ at: found.at, take, drop })
        return
      }
      if (found !== undefined) return take()
      if (!isDirty) return
      // This form has restored the kept input, or the person types anew: older kept input is obsolete.
      dropKeptInput(place)
      if (latest.current.hasDraft) setDraft(undefined)
      const changed = () => {
        const { values: now, start: before } = latest.current
        return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== Reflect.get(before, name)))
      }
      stop = keepOnLeaving(place, changed, () => keepsDraft && !latest.current.isSubmitting())
    }
    begin().catch(() => undefined)
    return () => {
      isOver = true
      stop?.()
    }
  }, [form, isDirty, keepsDraft, set])
  return draft
}
