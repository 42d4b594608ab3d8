import { type MessageLoaders, type Text, addMessageLoaders, useText } from '@helioport/i18n'
import type { messages } from './messages/en-US.ts'

const namespace = 'firstRun'

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type FirstRunText = Text<typeof messages>

export const addFirstRunMessages = (): Promise<void> => addMessageLoaders(namespace, loaders)

export const useFirstRunText = (): FirstRunText => useText<typeof messages>(namespace)
