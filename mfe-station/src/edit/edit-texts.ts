import { type ComponentType, lazy } from 'react'
import { addMessageLoaders, type MessageLoaders, type Text, useText } from '@helioport/i18n'
import { ownRelease } from '@helioport/federation/remote'
import type enUS from './messages/en-US.ts'

/** Of this release: a tab may hold the texts of two, while one takes the place of the other. */
const namespace = `station.edit ${ownRelease}`

const loaders: MessageLoaders = {
  'en-US': () => import('./messages/en-US.ts'),
  'zh-CN': () => import('./messages/zh-CN.ts'),
  'zh-TW': () => import('./messages/zh-TW.ts'),
  'pt-BR': () => import('./messages/pt-BR.ts'),
}

export type EditText = Text<typeof enUS>
export type EditMessageKey = Parameters<EditText>[0]

export const addEditTexts = (): Promise<void> => addMessageLoaders(namespace, loaders)

/** Texts of forms and of what belongs to an owner alone; they come with the first page that needs them. */
export const useEditText = (): EditText => useText<typeof enUS>(namespace)

/** A part of a page that is fetched with these texts. */
export function lazyWithTexts<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), addEditTexts()])
    return module
  })
}
