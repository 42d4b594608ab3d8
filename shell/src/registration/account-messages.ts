import { type MessageLoaders, type Text, addMessageLoaders, useText } from '@helioport/i18n'
import type { messages } from './messages/en-US.ts'

const namespace = 'registration'

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type AccountText = Text<typeof messages>

/** Fetches the texts of these pages in the current locale. Later changes of the locale fetch theirs. */
export const addAccountMessages = (): Promise<void> => addMessageLoaders(namespace, loaders)

export const useAccountText = (): AccountText => useText<typeof messages>(namespace)
