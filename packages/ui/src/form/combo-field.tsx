import { lazy, Suspense } from 'react'
import { FieldFrame, type FieldLook } from './field.tsx'
import type { FieldBinding } from './use-form.ts'
import styles from './form.module.css'

const ComboBox = lazy(() => import('./combo-box.tsx'))

interface ComboFieldProps extends FieldBinding<string>, FieldLook {
  options: readonly { value: string; label: string }[]
  /** Shown when the search finds nothing. */
  noMatch: string
  placeholder?: string
}

/**
 * A choice from very many options, found by typing: time zones, models, plants. Its code is fetched only by forms with
 * such a field.
 */
export function ComboField(props: ComboFieldProps) {
  const { value, options, onChange, onLeave, error, disabled, required = false, noMatch, placeholder } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <FieldFrame {...props}>
      {({ id, describedBy }) => (
        <Suspense
          fallback={<input id={id} className={styles['input']} value={chosen?.label ?? ''} disabled readOnly />}
        >
          <ComboBox
            id={id}
            value={value}
            options={options}
            onChange={onChange}
            onLeave={onLeave}
            disabled={disabled}
            invalid={error !== undefined}
            required={required}
            describedBy={describedBy}
            noMatch={noMatch}
            placeholder={placeholder}
          />
        </Suspense>
      )}
    </FieldFrame>
  )
}
