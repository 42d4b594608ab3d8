import { useRef, useState } from 'react'
import { type Draft, useKeptInput } from './use-kept-input.ts'
import { mergeChanges } from './merge-changes.ts'
import type { Rule } from './rules.ts'

export type Rules<Values> = { [K in keyof Values]?: Rule<Values[K], Values> }
export type Errors<Values> = { [K in keyof Values]?: string }

export interface FormOptions<Values> {
  initial: Values
  rules?: Rules<Values>
  /** Called with values that every rule accepts. */
  onSubmit: (values: Values) => void | Promise<void>
  /**
   * `read` gets the saved state before anything is sent: changes made elsewhere since the form opened are merged in. A
   * field that was changed in both places shows `changedElsewhere`, and the next submit overwrites the other change.
   */
  latest?: { read: () => Promise<Values | undefined>; changedElsewhere: string }
  /** Unsaved input is offered when the person comes back; shown by a `DraftOffer`. */
  keepsDraft?: boolean
}

/** Props that tie a field to its form; spread them into the field. */
export interface FieldBinding<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  onLeave: () => void
  error: string | undefined
  disabled: boolean
}

export interface FormState<Values> {
  values: Values
  isDirty: boolean
  isSubmitting: boolean
  /** Nothing was sent because of a conflict: see `latest`. */
  isOvertaken?: boolean
  /** Unsaved draft of this page; undefined: there is none, or it was taken or dropped. */
  draft: Draft | undefined
  field: <K extends keyof Values & string>(name: K) => FieldBinding<Values[K]>
  setValue: <K extends keyof Values>(name: K, value: Values[K]) => void
  /** Shows errors found by the service; each disappears when its field changes. */
  setErrors: (errors: Errors<Values>) => void
  /** Back to the initial values, or to new ones. */
  reset: (values?: Values) => void
  /** Validates all fields, then calls `onSubmit`. Resolves to false when a field is invalid. */
  submit: () => Promise<boolean>
}

/**
 * Values, errors and submission of one form. A field is validated when it loses the focus, then at every change. Input
 * that was kept when the page was replaced is restored.
 */
export function useForm<Values extends object>({
  initial,
  rules = {},
  onSubmit,
  keepsDraft = false,
  latest,
}: FormOptions<Values>): FormState<Values> {
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof Values>>(new Set())
  const [told, setTold] = useState<Errors<Values>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [isOvertaken, setOvertaken] = useState(false)
  const running = useRef(false)

  const names = Object.keys(values) as (keyof Values & string)[]
  const isDirty = names.some((name) => values[name] !== start[name])
  const isSending = () => running.current
  const draft = useKeptInput({ values, start, isDirty, isSubmitting: isSending, keepsDraft, set: setValues })
  const objectionTo = (name: keyof Values) => rules[name]?.(values[name], values)

  const setValue = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((former) => ({ ...former, [name]: value }))
    setTold((former) => ({ ...former, [name]: undefined }))
  }

  /** Undefined: the person must look at a conflict first. A failed read is ignored: the submit reports the reason. */
  const merged = async (): Promise<Values | undefined> => {
    const theirs = await latest?.read().catch(() => undefined)
    if (!latest || !theirs) return values
    const { values: all, conflicts } = mergeChanges(start, values, theirs)
    setStart(theirs)
    setValues(all)
    setOvertaken(conflicts.length > 0)
    if (conflicts.length === 0) return all
    const told = conflicts.map((name) => [name, latest.changedElsewhere])
    setTold(Object.fromEntries(told) as Errors<Values>)
    return undefined
  }

  return {
    values,
    isDirty,
    isSubmitting,
    isOvertaken,
    draft,
    setValue,
    setErrors: setTold,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => setValue(name, value),
      onLeave: () => setLeft((former) => (former.has(name) ? former : new Set(former).add(name))),
      error: told[name] ?? (left.has(name) ? objectionTo(name) : undefined),
      disabled: isSubmitting,
    }),
    reset: (next = start) => {
      setStart(next)
      setValues(next)
      setLeft(new Set())
      setTold({})
      setOvertaken(false)
    },
    submit: async () => {
      if (running.current) return false
      setLeft(new Set(names))
      if (names.some((name) => objectionTo(name) !== undefined)) return false
      running.current = true
      setSubmitting(true)
      try {
        const ready = await merged()
        if (ready) await onSubmit(ready)
      } finally {
        running.current = false
        setSubmitting(false)
      }
      return true
    },
  }
}
