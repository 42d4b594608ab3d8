import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../core/class-names.ts'
import styles from '../form/form.module.css'

/** How an input is named and marked. */
export interface InputLook {
  id?: string
  name?: string
  label?: string
  className?: string | undefined
  disabled?: boolean
  required?: boolean
  invalid?: boolean
  describedBy?: string | undefined
}

export interface TypedInputProps {
  look: InputLook
  /** As it is typed. */
  value: string
  /** As it is read. */
  shown: string
  /** Whether it can be read. */
  onType: (typed: string) => boolean
  onLeave?: (() => void) | undefined
}

/**
 * An input of what is typed in one way and read in another: while it has the focus it holds the former, else the latter.
 * What cannot be read is gone when it is left, so that what stands there is what will be sent.
 */
export function TypedInput({ look, value, shown, onType, onLeave }: TypedInputProps) {
  const [typed, setTyped] = useState<string>()
  const [isRead, setRead] = useState(true)
  const input = useRef<HTMLInputElement>(null)
  const isTyped = typed !== undefined
  useLayoutEffect(() => {
    // The exchange of the text took away what was selected by coming here.
    if (isTyped) input.current?.select()
  }, [isTyped])
  return (
    <input
      ref={input}
      id={look.id}
      name={look.name}
      className={cx(styles['input'], look.className)}
      type="text"
      autoComplete="off"
      value={typed ?? shown}
      disabled={look.disabled}
      aria-label={look.label}
      aria-required={look.required}
      aria-invalid={look.invalid ?? false}
      aria-describedby={look.describedBy}
      onFocus={() => setTyped(value)}
      onChange={(event) => {
        setTyped(event.target.value)
        setRead(onType(event.target.value))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isRead) return
        // A form is not sent with something else than what is read.
        event.preventDefault()
        setTyped(value)
        setRead(true)
      }}
      onBlur={() => {
        setTyped(undefined)
        setRead(true)
        onLeave?.()
      }}
    />
  )
}
