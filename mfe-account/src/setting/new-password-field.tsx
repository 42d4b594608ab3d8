import { accountRules, minPasswordLength, passwordStrength } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Stack } from '@helioport/ui'
import { type FormState, PasswordField, type Rule, StrengthMeter } from '@helioport/ui/form'
import { type AccountText, useAccountText } from '../account/use-account-text.ts'

/** Minimum length, and the limit for hashing. */
export function newPasswordRule(text: AccountText): Rule<string> {
  const { maxLength } = accountRules.password
  return (value) => {
    if ([...value].length < minPasswordLength) return text('rule.passwordShort', { min: minPasswordLength })
    return value.length > maxLength ? text('rule.length', { max: maxLength }) : undefined
  }
}

/** Labels of the button that shows and hides a password. */
export function useSecretLabels() {
  const common = useText()
  return { showLabel: common('proof.showPassword'), hideLabel: common('proof.hidePassword') }
}

/** A new password with its strength. */
export function NewPasswordField({
  form,
  label,
}: {
  form: Pick<FormState<{ password: string }>, 'field' | 'values'>
  label: string
}) {
  const text = useAccountText()
  const { password } = form.values
  const strength = password === '' ? undefined : passwordStrength(password)
  return (
    <Stack gap={2}>
      <PasswordField
        {...form.field('password')}
        {...useSecretLabels()}
        label={label}
        autoComplete="new-password"
        required
      />
      <StrengthMeter strength={strength} label={strength ? text(`strength.${strength}`) : ''} />
    </Stack>
  )
}
