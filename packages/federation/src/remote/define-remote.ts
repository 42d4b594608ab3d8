import { timeReady } from '@helioport/time'
import type { ComponentType } from 'react'
import { ownRelease } from './own-release.ts'

/** Texts of one locale: message key -> text. The namespace is the name of the remote. */
export type Messages = Readonly<Record<string, string>>

/** Parameters and query of a page that is about to be opened. */
export interface Place {
  /** Parameters of the page's route, by name. */
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** `ahead`: called when the person is likely to open the page at this place; it prefetches the page's first reads. */
export type PageComponent = ComponentType & { ahead?: (place: Place) => void }

export interface PageModule {
  default: PageComponent
}

export interface MessagesModule {
  default: Messages
}

/** What a remote exposes: pages by the names in its remote.json, texts by locale, all loaded on demand. */
export interface RemoteModule {
  pages: Readonly<Record<string, () => Promise<PageModule>>>
  messages: Readonly<Record<string, () => Promise<MessagesModule>>>
  /** `<name>/<release>`, written into the code by its build: it names the running code, whatever an index says. */
  release: string
}

/** en-US must be complete; other locales may be partial or missing. */
type RemoteDefinition = Omit<RemoteModule, 'release'> & { messages: { 'en-US': () => Promise<MessagesModule> } }

/**
 * Default export of `src/remote.tsx`. Each entry is written `name: () => import('./file.tsx')`: the build reads the
 * names from the source to know which files a page needs.
 */
export function defineRemote(definition: RemoteDefinition): RemoteModule {
  return { ...definition, pages: withCalendar(definition.pages), release: ownRelease }
}

/**
 * The pages, each loaded after the calendar, which it may use for days. The remote waits for the calendar itself, so
 * that this works with every release of the shell.
 */
const withCalendar = (pages: RemoteModule['pages']): RemoteModule['pages'] =>
  Object.fromEntries(Object.entries(pages).map(([name, load]) => [name, () => timeReady().then(load)]))
