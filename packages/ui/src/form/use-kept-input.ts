import { useEffect, useRef } from 'react'
import { keptInputKey } from './kept-input-key.ts'

function isSomethingKept(): boolean {
  try {
    return sessionStorage.getItem(keptInputKey) !== null
  } catch {
    return false
  }
}

/**
 * Keeps unsent input over a page that has to go by no wish of the person, and brings it back. What does so is loaded with
 * the first change: most forms are only looked at.
 */
export function useKeptInput<Values extends object>(
  values: Values,
  start: Values,
  isDirty: boolean,
  set: (change: (before: Values) => Values) => void,
): void {
  const form = Object.keys(values).toSorted().join(' ')
  const latest = useRef({ values, start })
  useEffect(() => {
    latest.current = { values, start }
  }, [values, start])
  useEffect(() => {
    if (!isDirty && !isSomethingKept()) return
    let isOver = false
    let stop: (() => void) | undefined
    const begin = async () => {
      const { dropKeptInput, keepOnLeaving, keptInput } = await import('./kept-input.ts')
      if (isOver) return
      const kept = isDirty ? undefined : keptInput(form)
      if (kept !== undefined) return set((before) => ({ ...before, ...kept }))
      if (!isDirty) return
      // Taken up by this form: the next time there is something new to keep.
      dropKeptInput(form)
      stop = keepOnLeaving(form, () => {
        const { values: now, start: before } = latest.current
        return Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== Reflect.get(before, name)))
      })
    }
    begin().catch(() => undefined)
    return () => {
      isOver = true
      stop?.()
    }
  }, [form, isDirty, set])
}
