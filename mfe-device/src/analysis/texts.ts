import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import { ownRelease } from '@helioport/federation/remote'
import type enUS from './messages/en-US.ts'

/** Unique per release: while a release is exchanged, a tab holds the texts of both. */
const namespace = `device.analysis ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type AnalysisText = Text<typeof enUS>

/** Loads the texts of the current locale, and those of later locales when it changes. */
export const addAnalysisTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** Texts of the analysis, loaded with it. */
export const useAnalysisText = (): AnalysisText => useText<typeof enUS>(namespace)
