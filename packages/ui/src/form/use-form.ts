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
   * Reads what is saved now, before anything is sent: what was changed elsewhere while this was open stays. A field that was
   * changed here as well says so in these words, and the next try to send writes over it.
   */
  latest?: { read: () => Promise<Values | undefined>; changedElsewhere: string }
  /** What is left unsaved is offered when its person comes back; shown by a `DraftOffer`. */
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
  /** Nothing was sent: see `latest`. */
  isOvertaken?: boolean
  /** What was left unsaved on this page; undefined: nothing, or it was taken or dropped. */
  draft: Draft | undefined
  field: <K extends keyof Values & string>(name: K) => FieldBinding<Values[K]>
  setValue: <K extends keyof Values>(name: K, value: Values[K]) => void
  /** Shows errors found by the service; each disappears when its field changes. */
  setErrors: (errors: Errors<Values>) => void
  /** Back to the initial values, or to new ones. */
  reset: (values?: Values) => void
  /** Checks all fields, then calls `onSubmit`. Resolves to false where a field is wrong. */
  submit: () => Promise<boolean>
}

/**
 * Values, errors and submission of one form. A field is checked when it loses the focus, from then on at every change.
 * Input that was kept when its page had to go is there again.
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

  /** Undefined: it has to be looked at first. A read that fails says nothing: what is sent will say why. */
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
