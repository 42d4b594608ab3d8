import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../core/class-names.ts'
import styles from '../form/form.module.css'

/** Name and marks of an input. */
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
  /** The text while the input has the focus. */
  value: string
  /** The text while the input does not have the focus. */
  shown: string
  /** Returns whether the typed text is valid. */
  onType: (typed: string) => boolean
  onLeave?: (() => void) | undefined
}

/**
 * An input whose text is edited in one form and displayed in another: with the focus it holds the former, otherwise the
 * latter. An invalid text is dropped on blur, so that the displayed value is always the value that is sent.
 */
export function TypedInput({ look, value, shown, onType, onLeave }: TypedInputProps) {
  const [typed, setTyped] = useState<string>()
  const [isRead, setRead] = useState(true)
  const input = useRef<HTMLInputElement>(null)
  const isTyped = typed !== undefined
  useLayoutEffect(() => {
    // Replacing the text removed the selection that came with the focus.
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
        // A form is never sent with another value than the displayed one.
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
