import { lazy, Suspense, useId } from 'react'
import { cx } from '../core/class-names.ts'
import { Icon } from '../core/icon.tsx'
import { useUi } from '../core/ui-provider.tsx'
import { FieldFrame, type FieldLook } from './field.tsx'
import type { FieldBinding } from './use-form.ts'
import styles from './form.module.css'

const ComboBox = lazy(() => import('./combo-box.tsx'))

export interface Choice<V extends string | number> {
  value: V
  label: string
  disabled?: boolean
}

interface Searched<V extends string | number> {
  options: readonly Choice<V>[]
  /** For lists that are too long to show: receives the typed text; the caller then puts the matches into `options`. */
  onSearch?: ((text: string) => void) | undefined
}

interface SelectFieldProps<V extends string | number> extends FieldBinding<V>, FieldLook, Searched<V> {}

/** A choice of one option in the browser's own select: a phone opens its own list. */
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

interface NativeSelectProps<V extends string | number> extends Searched<V> {
  value: V
  onChange: (value: V) => void
  native?: React.ComponentProps<'select'>
  small?: boolean
}

function NativeSelect<V extends string | number>(props: NativeSelectProps<V>) {
  const { value, options, onChange, onSearch, native, small } = props
  const { dir } = useUi()
  if (onSearch) return <SearchSelect {...props} onSearch={onSearch} />
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
            {dir === 'rtl' ? isolated(option.label) : option.label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" className={styles['chevron']} />
    </span>
  )
}

/**
 * First-strong isolate: the label's first letter sets its direction. An option cannot contain elements, and digits
 * before a word of another direction would change places with it.
 */
const isolated = (label: string) => `\u2068${label}\u2069`

/** A select with a search field, for very long lists. Its code is fetched on use. */
function SearchSelect<V extends string | number>(props: NativeSelectProps<V> & { onSearch: (text: string) => void }) {
  const { value, options, onChange, onSearch, native = {}, small = false } = props
  const own = useId()
  const shown = options.find((option) => option.value === value)
  return (
    <span className={styles['searched']}>
      <Suspense
        fallback={
          <input
            id={native.id ?? own}
            aria-label={native['aria-label']}
            className={cx(styles['input'], small && styles['small'])}
            value={shown?.label ?? ''}
            disabled
            readOnly
          />
        }
      >
        <ComboBox
          id={native.id ?? own}
          label={native['aria-label']}
          value={String(value)}
          options={options.map((option) => ({ ...option, value: String(option.value) }))}
          onChange={(next) => {
            const chosen = options.find((option) => String(option.value) === next)
            if (chosen) onChange(chosen.value)
          }}
          onSearch={onSearch}
          onLeave={() => onSearch('')}
          disabled={native.disabled ?? false}
          invalid={native['aria-invalid'] === true}
          required={native['aria-required'] === true}
          describedBy={native['aria-describedby']}
          noMatch="–"
          placeholder={undefined}
          small={small}
        />
      </Suspense>
    </span>
  )
}

interface ChoiceFieldProps<V extends string | number> extends Searched<V> {
  label: string
  value: V
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
