import { useId } from 'react'
import { cx } from '../core/class-names.ts'
import { Icon } from '../core/icon.tsx'
import { FieldFrame, type FieldLook } from './field.tsx'
import type { FieldBinding } from './use-form.ts'
import styles from './form.module.css'

export interface Choice<V extends string | number> {
  value: V
  label: string
  disabled?: boolean
}

interface SelectFieldProps<V extends string | number> extends FieldBinding<V>, FieldLook {
  options: readonly Choice<V>[]
}

/** One of several, as the browser's own select: on a phone it opens the phone's own list. */
export function SelectField<V extends string | number>(props: SelectFieldProps<V>) {
  const { error, onLeave, disabled, name, required = false } = props
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <NativeSelect
          {...props}
          native={{
            id,
            name,
            disabled,
            onBlur: onLeave,
            'aria-required': required,
            'aria-invalid': error !== undefined,
            'aria-describedby': describedBy,
          }}
        />
      )}
    </FieldFrame>
  )
}

interface NativeSelectProps<V extends string | number> {
  value: V
  options: readonly Choice<V>[]
  onChange: (value: V) => void
  native?: React.ComponentProps<'select'>
  small?: boolean
}

function NativeSelect<V extends string | number>({ value, options, onChange, native, small }: NativeSelectProps<V>) {
  return (
    <span className={styles['group']}>
      <select
        {...native}
        className={cx(styles['input'], styles['select'], small && styles['small'])}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" className={styles['chevron']} />
    </span>
  )
}

interface ChoiceFieldProps<V extends string | number> {
  label: string
  value: V
  options: readonly Choice<V>[]
  onChange: (value: V) => void
}

/** A small select for toolbars; its label is read aloud only. */
export function ChoiceField<V extends string | number>({ label, ...rest }: ChoiceFieldProps<V>) {
  return <NativeSelect {...rest} small native={{ 'aria-label': label }} />
}

interface SwitchFieldProps extends FieldBinding<boolean> {
  label: string
  hint?: string
}

/** Switches something on or off. */
export function SwitchField(props: SwitchFieldProps) {
  return <Toggle {...props} look="switch" />
}

/** Yes or no, sent with the form. */
export function CheckboxField(props: SwitchFieldProps) {
  return <Toggle {...props} look="checkbox" />
}

function Toggle({
  name,
  value,
  onChange,
  onLeave,
  disabled,
  error,
  label,
  hint,
  look,
}: SwitchFieldProps & { look: 'switch' | 'checkbox' }) {
  const note = useId()
  return (
    <div className={styles['field']}>
      <label className={styles['toggle']}>
        <input
          type="checkbox"
          className={styles[look]}
          name={name}
          checked={value}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error || hint ? note : undefined}
          {...(look === 'switch' ? { role: 'switch' } : {})}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onLeave}
        />
        <span>{label}</span>
      </label>
      {(error || hint) && (
        <p id={note} className={error ? styles['error'] : styles['hint']}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
