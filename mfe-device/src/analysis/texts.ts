import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import { ownRelease } from '@helioport/federation/remote'
import type enUS from './messages/en-US.ts'

/** Of this release: a tab may hold the texts of two, while one takes the place of the other. */
const namespace = `device.analysis ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type AnalysisText = Text<typeof enUS>

/** Fetches them in the current locale; later changes of the locale fetch theirs. */
export const addAnalysisTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** Texts of the analysis, which come with it. */
export const useAnalysisText = (): AnalysisText => useText<typeof enUS>(namespace)
