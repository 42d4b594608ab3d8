import { type ComponentType, lazy } from 'react'
import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import { ownRelease } from '@helioport/federation/remote'
import type enUS from './owner-messages/en-US.ts'

/** With the release: a tab can hold the texts of two releases while one replaces the other. */
const namespace = `station.owner ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./owner-messages/en-US.ts'),
  'zh-CN': () => import('./owner-messages/zh-CN.ts'),
  'zh-TW': () => import('./owner-messages/zh-TW.ts'),
  'pt-BR': () => import('./owner-messages/pt-BR.ts'),
}

type OwnerText = Text<typeof enUS>

/** Fetches the texts in the current locale. Later changes of the locale fetch theirs. */
export const addOwnerTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** Texts of forms and of tabs for owners only; loaded with the first page that needs them. */
export const useOwnerText = (): OwnerText => useText<typeof enUS>(namespace)

/** A part of a page that is fetched together with these texts. */
export function lazyWithTexts<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addOwnerTexts()])
    return module
  })
}
