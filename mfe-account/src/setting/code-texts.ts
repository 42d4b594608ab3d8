import { accountRules } from '@helioport/contract'
import { all, matches, required } from '@helioport/ui/form'
import type { AccountText } from '../account/use-account-text.ts'

/** Texts and rule of a field for a code sent by mail. */
export const codeTexts = (text: AccountText) => ({
  send: text('code.send'),
  wait: (seconds: number) => text('code.wait', { seconds }),
  sent: text('code.sent'),
})

export const codeRule = (text: AccountText) =>
  all<string, unknown>(
    required(text('rule.codeRequired')),
    matches(new RegExp(accountRules.code.pattern), text('rule.code')),
  )
