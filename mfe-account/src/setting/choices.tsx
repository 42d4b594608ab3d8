import type { ReactNode } from 'react'
import { CheckboxField, type FieldBinding } from '@helioport/ui/form'
import styles from './choices.module.css'

interface ChoicesProps<V extends string> {
  field: FieldBinding<V[]>
  legend: string
  options: readonly { value: V; label: string; hint?: string }[]
  /** Shown when there are no options. */
  none?: string
  /** Search for further options, shown above them. */
  search?: ReactNode
  /** Says what is chosen besides the shown options. */
  besides?: string
}

/** Multiple choice with a hint for each option. */
export function Choices<V extends string>({ field, legend, options, none, search, besides }: ChoicesProps<V>) {
  const { value: chosen, onChange, error, disabled, onLeave } = field
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>{legend}</legend>
      {search}
      {options.length === 0 && none !== undefined && <p className={styles['muted']}>{none}</p>}
      {options.map(({ value, label, hint }) => (
        <CheckboxField
          key={value}
          name={value}
          label={label}
          {...(hint !== undefined && { hint })}
          value={chosen.includes(value)}
          onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))}
          onLeave={onLeave}
          error={undefined}
          disabled={disabled}
        />
      ))}
      {besides !== undefined && <p className={styles['muted']}>{besides}</p>}
      {error && <p className={styles['error']}>{error}</p>}
    </fieldset>
  )
}
