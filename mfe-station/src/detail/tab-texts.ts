import { type ComponentType, lazy } from 'react'
import { ownRelease } from '@helioport/federation/remote'
import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import type enUS from './messages/en-US.ts'

/** With the release: a tab can hold the texts of two releases while one replaces the other. */
const namespace = `station.tabs ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

/** Fetches the texts in the current locale. Later changes of the locale fetch theirs. */
export const addTabTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

export type TabText = Text<typeof enUS>

/** Texts of the tabs of a station: the list of stations does not load them. */
export const useTabText = (): TabText => useText<typeof enUS>(namespace)

/** A tab that is fetched together with its texts; `more` adds others that it needs. */
export function lazyTab<P>(load: () => Promise<{ default: ComponentType<P> }>, more?: () => Promise<void>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addTabTexts(), more?.()])
    return module
  })
}
