import { type MessageLoaders, type Text, addMessageLoaders, useText } from '@helioport/i18n'
import type { messages } from './en-US.ts'

const namespace = 'shell'

const loaders: MessageLoaders = {
  'en-US': () => import('./en-US.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
  'zh-TW': () => import('./zh-TW.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
}

export type ShellText = Text<typeof messages>
export type ShellMessageKey = keyof typeof messages

/** Fetches the shell's own texts in the current locale. Later changes of the locale fetch theirs. */
export const addShellMessages = (): Promise<void> => addMessageLoaders(namespace, loaders)

export const useShellText = (): ShellText => useText<typeof messages>(namespace)
