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
  /** What leaves it then is sent, not left. */
  isSubmitting: () => boolean
  /** What its person leaves is kept as a draft. */
  keepsDraft: boolean
  set: (change: (before: Values) => Values) => void
}

/**
 * Keeps unsent input over a page that has to go by no wish of the person, and brings it back; what its person left is
 * offered. What does so is loaded with the first change: most forms are only looked at.
 */
export function useKeptInput<Values extends object>(kept: KeptForm<Values>): Draft | undefined {
  const { values, isDirty, keepsDraft, set } = kept
  const form = Object.keys(values).toSorted().join(' ')
  const [draft, setDraft] = useState<Draft>()
  const latest = useRef({ ...kept, hasDraft: false })
  // Before the effect below ends: it asks what the form holds then.
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
      // Taken up by this form, or typed anew: the next time there is something new to keep.
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
