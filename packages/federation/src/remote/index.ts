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
export interface RemoteDefinition {
  pages: Readonly<Record<string, () => Promise<PageModule>>>
  messages: Readonly<Record<string, () => Promise<MessagesModule>>> & { 'en-US': () => Promise<MessagesModule> }
}

export interface RemoteModule extends RemoteDefinition {
  /** Loads what is not loaded yet from another folder (URL with a final slash) that holds the same files. */
  rebase: (base: string) => void
}

declare let __webpack_public_path__: string

/**
 * Default export of `src/remote.tsx`. Each entry is written `name: () => import('./file.tsx')`: the build reads the
 * names from the source to know which files a page needs.
 */
export function defineRemote(definition: RemoteDefinition): RemoteModule {
  return {
    ...definition,
    rebase: (base) => {
      __webpack_public_path__ = base
    },
  }
}
