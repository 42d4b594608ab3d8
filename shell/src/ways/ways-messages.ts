import { type MessageLoaders, type Text, addMessageLoaders, useText } from '@helioport/i18n'
import type { messages } from './messages/en-US.ts'

const namespace = 'ways'

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

/** Fetches the texts of these ways in the current locale. Later changes of the locale fetch theirs. */
export const addWaysMessages = (): Promise<void> => addMessageLoaders(namespace, loaders)

export const useWaysText = (): Text<typeof messages> => useText<typeof messages>(namespace)
