import type { ComponentType } from 'react'

/** Texts of one locale: message key -> text. The namespace is the name of the remote. */
export type Messages = Readonly<Record<string, string>>

export interface PageModule {
  default: ComponentType
}

export interface MessagesModule {
  default: Messages
}

/** What a remote exposes: pages by the names in its remote.json, texts by locale, all loaded on demand. */
export interface RemoteModule {
  pages: Readonly<Record<string, () => Promise<PageModule>>>
  messages: Readonly<Record<string, () => Promise<MessagesModule>>>
}

/** en-US is there in full; other locales may be partial or missing. */
type RemoteDefinition = RemoteModule & { messages: { 'en-US': () => Promise<MessagesModule> } }

/**
 * Default export of `src/remote.tsx`. Each entry is written `name: () => import('./file.tsx')`: the build reads the
 * names from the source to know which files a page needs.
 */
export function defineRemote(definition: RemoteDefinition): RemoteModule {
  return definition
}
