import { type MessageLoaders, type Text, addMessageLoaders, messageLocaleOf, useText } from '@helioport/i18n'
import type { MessageLocale } from '@helioport/contract'
import type { LanguageMessages, messages } from './messages/en-US.ts'

export type { LanguageMessages }

const namespace = 'language'

const loaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
} satisfies Record<MessageLocale, MessageLoaders[string]>

/** Fetches the texts of the language selection in the current locale. Later changes of the locale fetch theirs. */
export const addLanguageMessages = (): Promise<void> => addMessageLoaders(namespace, loaders)

export const useLanguageText = (): Text<typeof messages> => useText<typeof messages>(namespace)

/** The same texts in another locale, for a person who does not read the current one. */
export async function languageMessagesOf(code: string): Promise<LanguageMessages> {
  const { messages: found } = await loaders[messageLocaleOf(code)]()
  return found
}
