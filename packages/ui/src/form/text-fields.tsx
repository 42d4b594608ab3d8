import { useState, type HTMLAttributes } from 'react'
import { cx } from '../core/class-names.ts'
import { IconButton } from '../core/button.tsx'
import { FieldFrame, type FieldLook } from './field.tsx'
import type { FieldBinding } from './use-form.ts'
import styles from './form.module.css'

interface TextFieldProps extends FieldBinding<string>, FieldLook {
  /**
   * `date` and `datetime-local` serve remotes of 1.0.0, in the browser's language. DayField and MomentField use the
   * page's.
   */
  type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local'
  autoComplete?: string
  placeholder?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoFocus?: boolean
  readOnly?: boolean
  maxLength?: number
}

export function TextField(props: TextFieldProps) {
  const { name, value, onChange, onLeave, error, disabled, type = 'text', required = false } = props
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className={styles['input']}
          name={name}
          type={type}
          value={value}
          disabled={disabled}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a page holds nothing but the form
          autoFocus={props.autoFocus}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </FieldFrame>
  )
}

interface PasswordFieldProps extends FieldBinding<string>, FieldLook {
  autoComplete?: 'current-password' | 'new-password'
  showLabel: string
  hideLabel: string
  /** Only where the form asks for nothing else. */
  autoFocus?: boolean
}

export function PasswordField(props: PasswordFieldProps) {
  const { name, value, onChange, onLeave, error, disabled, autoComplete = 'current-password', required = false } = props
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <span className={styles['group']}>
          <input
            id={id}
            className={cx(styles['input'], styles['withEnd'])}
            name={name}
            type={shown ? 'text' : 'password'}
            value={value}
            disabled={disabled}
            autoComplete={autoComplete}
            aria-required={required}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a person is asked for nothing else
            autoFocus={props.autoFocus}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onLeave}
          />
          <span className={styles['end']}>
            <IconButton
              icon={shown ? 'eyeOff' : 'eye'}
              size="s"
              label={shown ? props.hideLabel : props.showLabel}
              onClick={() => setShown(!shown)}
            />
          </span>
        </span>
      )}
    </FieldFrame>
  )
}

interface TextAreaFieldProps extends FieldBinding<string>, FieldLook {
  rows?: number
  placeholder?: string
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, value, onChange, onLeave, error, disabled, rows = 4, required = false } = props
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          // Typed text has its own direction; an empty field has the page's.
          dir={value === '' ? undefined : 'auto'}
          className={styles['input']}
          name={name}
          rows={rows}
          value={value}
          disabled={disabled}
          placeholder={props.placeholder}
          aria-required={required}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </FieldFrame>
  )
}
