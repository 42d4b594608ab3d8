import { accountRules, minPasswordLength } from '@helioport/contract'
import { all, matches, maxLength, required, type Rule } from '@helioport/ui/form'
import type { AccountText } from './account-messages.ts'

interface TwoPasswords {
  password: string
}

/** The specification's rules for the entries of an account, with their error texts. */
export function accountRulesIn(text: AccountText) {
  const long = (max: number) => maxLength(max, text('rule.length', { max }))
  const fits = ({ pattern }: { pattern: string }, message: string) => matches(new RegExp(pattern), message)
  const passwordAgain: Rule<string, TwoPasswords> = (value, { password }) =>
    value === password ? undefined : text('rule.passwordAgain')
  const longEnough: Rule<string> = (value) =>
    [...value].length < minPasswordLength ? text('rule.passwordShort') : undefined
  return {
    userName: all(required(text('rule.userNameRequired')), fits(accountRules.userName, text('rule.userName'))),
    email: all(
      required(text('rule.emailRequired')),
      fits(accountRules.email, text('rule.email')),
      long(accountRules.email.maxLength),
    ),
    code: all(required(text('rule.codeRequired')), fits(accountRules.code, text('rule.code'))),
    password: all(required(text('rule.passwordRequired')), longEnough, long(accountRules.password.maxLength)),
    passwordAgain: all<string, TwoPasswords>(required(text('rule.passwordAgainRequired')), passwordAgain),
    phone: all(required(text('rule.phoneRequired')), fits(accountRules.boundPhone, text('rule.phone'))),
    account: required(text('rule.accountRequired')),
    address: long(accountRules.address.maxLength),
    province: long(accountRules.province.maxLength),
    city: long(accountRules.city.maxLength),
  }
}
