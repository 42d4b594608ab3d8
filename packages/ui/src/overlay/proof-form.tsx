import type { ReactNode } from 'react'
import { Button } from '../core/button.tsx'
import { Notice } from '../core/status.tsx'
import { typedCode } from '../core/typed-code.ts'
import { Form, PasswordField, TextField, useForm } from '../form/index.ts'
import styles from './dialog.module.css'

export interface ProofTexts {
  title: string
  /** Why the password is needed. */
  text: string
  password: string
  passwordRequired: string
  showPassword: string
  hidePassword: string
  code: string
  codeRequired: string
  confirm: string
  cancel: string
}

export interface ProofFormProps {
  needsCode: boolean
  busy: boolean
  /** Why the last attempt was refused. */
  objection: string | undefined
  texts: ProofTexts
  /** Another way to prove the person's identity, without the password. */
  otherWay?: ReactNode
  onSubmit: (password: string, code: string) => void
  onCancel: () => void
}

/** Six digits of the authenticator app, or a recovery code. */
const secondFactor = /^\d{6}$|^[\dA-Za-z]{16}$/

/** Password, and the code of the authenticator app if it is needed. */
export default function ProofForm({ needsCode, busy, objection, texts, otherWay, onSubmit, onCancel }: ProofFormProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    rules: {
      password: (value) => (value === '' ? texts.passwordRequired : undefined),
      code: (value) => (needsCode && !secondFactor.test(typedCode(value)) ? texts.codeRequired : undefined),
    },
    onSubmit: ({ password, code }) => onSubmit(password, typedCode(code)),
  })
  return (
    <Form form={form} label={texts.title}>
      <div className={styles['proof']}>
        <p>{texts.text}</p>
        {objection !== undefined && <Notice tone="bad">{objection}</Notice>}
        <PasswordField
          {...form.field('password')}
          label={texts.password}
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes after the dialog, whose cross has the focus by then
          autoFocus
          required
        />
        {needsCode && (
          <TextField
            {...form.field('code')}
            label={texts.code}
            autoComplete="one-time-code"
            maxLength={40}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field appears because its value is missing
            autoFocus
            required
          />
        )}
        {otherWay}
        <div className={styles['proofActions']}>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {texts.confirm}
          </Button>
        </div>
      </div>
    </Form>
  )
}
