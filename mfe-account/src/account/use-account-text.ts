import { type Text, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'

export type AccountText = Text<typeof enUS>

/** The texts of this remote. */
export const useAccountText = (): AccountText => useText<typeof enUS>('account')
