import { useRef, type ReactNode } from 'react'
import type { FormState } from './use-form.ts'
import styles from './form.module.css'

interface FormProps<Values> {
  form: FormState<Values>
  children: ReactNode
  label: string
}

/** A form that is validated when sent and moves the focus to the first invalid field. */
export function Form<Values>({ form, children, label }: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null)
  const send = async () => {
    if (await form.submit()) return
    // The errors are rendered with the next frame.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form
      ref={element}
      className={styles['form']}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
    </form>
  )
}

interface FormSectionProps {
  title: string
  hint?: ReactNode
  children: ReactNode
}

/** A titled group of at most seven fields that belong together. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <fieldset className={styles['section']}>
      <legend className={styles['legend']}>{title}</legend>
      {hint && <p className={styles['hint']}>{hint}</p>}
      <div className={styles['fields']}>{children}</div>
    </fieldset>
  )
}

/** The form's buttons; the submit button comes first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
