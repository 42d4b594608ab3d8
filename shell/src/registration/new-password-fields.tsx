import { passwordStrength } from '@helioport/contract'
import { type FormState, PasswordField, StrengthMeter } from '@helioport/ui/form'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccountText } from './account-messages.ts'
import styles from './registration.module.css'

interface TwoPasswords {
  password: string
  passwordAgain: string
}

interface NewPasswordFieldsProps {
  form: Pick<FormState<TwoPasswords>, 'field' | 'values'>
  label: string
}

/** A new password, typed twice, with its strength. */
export function NewPasswordFields({ form, label }: NewPasswordFieldsProps) {
  const text = useAccountText()
  const shell = useShellText()
  const { password } = form.values
  const strength = password === '' ? undefined : passwordStrength(password)
  const secret = {
    showLabel: shell('signIn.showPassword'),
    hideLabel: shell('signIn.hidePassword'),
    autoComplete: 'new-password',
    required: true,
  } as const
  return (
    <>
      <div className={styles['strong']}>
        <PasswordField {...form.field('password')} {...secret} label={label} />
        <StrengthMeter
          strength={strength}
          label={strength ? `${text('strength.label')}: ${text(`strength.${strength}`)}` : ''}
        />
      </div>
      <PasswordField {...form.field('passwordAgain')} {...secret} label={text('register.passwordAgain')} />
    </>
  )
}
