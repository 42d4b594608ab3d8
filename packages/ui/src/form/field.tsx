import { useId, type ReactNode } from 'react'
import { Icon } from '../core/icon.tsx'
import styles from './form.module.css'

export interface FieldLook {
  label: string
  /** Explains the field or says what to enter; an error replaces it. */
  hint?: ReactNode
  required?: boolean
  /** Small word after the label, for example "optional". */
  mark?: string
}

interface FieldFrameProps extends FieldLook {
  error: string | undefined
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode
}

/** Label, control, hint and error, tied together for screen readers. */
export function FieldFrame({ label, hint, mark, error, children }: FieldFrameProps) {
  const id = useId()
  const note = `${id}-note`
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {mark && <span className={styles['mark']}>{mark}</span>}
      </label>
      {children({ id, describedBy: error || hint ? note : undefined })}
      {error ? (
        <p id={note} className={styles['error']}>
          <Icon name="error" size={14} />
          {error}
        </p>
      ) : (
        hint && (
          <p id={note} className={styles['hint']}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
