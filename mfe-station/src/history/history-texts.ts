import { type ComponentType, lazy } from 'react'
import { ownRelease } from '@helioport/federation/remote'
import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import type enUS from './messages/en-US.ts'

/** With the release: a tab can hold the texts of two releases while one replaces the other. */
const namespace = `station.history ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type HistoryText = Text<typeof enUS>

/** Fetches the texts in the current locale. Later changes of the locale fetch theirs. */
export const addHistoryTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** Texts of imports; loaded with their page. */
export const useHistoryText = (): HistoryText => useText<typeof enUS>(namespace)

/** A part of a page that is fetched together with these texts. */
export function lazyWithTexts<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addHistoryTexts()])
    return module
  })
}
