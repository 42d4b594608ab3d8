import { useState } from 'react'
import { cx } from '../core/class-names.ts'
import { FieldFrame, type FieldLook } from './field.tsx'
import { parseNumber } from './parse-number.ts'
import type { FieldBinding } from './use-form.ts'
import styles from './form.module.css'

interface NumberFieldProps extends FieldBinding<number | null>, FieldLook {
  /** Shown inside the field, for example "kWp". */
  unit?: string
  placeholder?: string
  /** Shown if the text is not a number. */
  notANumber?: string
  /** Receives the typed text before it is parsed: its sign may mean more than the number can hold. */
  onType?: (text: string) => void
}

/**
 * A number entered as text, so that any decimal mark works. The value is null while the field is empty and NaN while
 * the text is not a number: a rule can refuse NaN, and an invalid entry is never taken for an empty one.
 */
export function NumberField(props: NumberFieldProps) {
  const { name, value, onChange, onLeave, disabled, unit, required = false, notANumber } = props
  const [text, setText] = useState(value === null ? '' : String(value))
  const parsed = parseNumber(text)
  const readable = !Number.isNaN(parsed)
  // The caller changed the value: show it.
  if (!Object.is(parsed, value)) setText(value === null ? '' : String(value))
  const error = readable ? props.error : (notANumber ?? props.error)
  return (
    <FieldFrame {...props} error={error}>
      {({ id, describedBy }) => (
        <span className={styles['group']}>
          <input
            id={id}
            className={cx(styles['input'], styles['number'], unit !== undefined && styles['withEnd'])}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            disabled={disabled}
            placeholder={props.placeholder}
            aria-required={required}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            onChange={(event) => {
              setText(event.target.value)
              props.onType?.(event.target.value)
              onChange(parseNumber(event.target.value))
            }}
            onBlur={onLeave}
          />
          {unit !== undefined && <span className={cx(styles['end'], styles['unit'])}>{unit}</span>}
        </span>
      )}
    </FieldFrame>
  )
}
