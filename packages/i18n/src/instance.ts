import type { MessageLocale } from '@helioport/contract'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, fallbackLocale, fallbacksOf, localeOf, messageLocaleOf, pseudoLocale } from './locales.ts'
import { loadAlarms, loadBase } from './load-messages.ts'
import type { Messages } from './message-types.ts'

const instance: i18n = i18next.createInstance()

/** Lazily imported tables of a remote, by locale; a module exports its table as `messages` or as default. */
export type MessageLoaders = Readonly<
  Partial<Record<string, () => Promise<{ messages: Messages } | { default: Messages }>>>
>

const loadersByNamespace = new Map<string, (locale: MessageLocale) => Promise<Messages | undefined>>()
const tried = new Set<string>()

function showLocale(code: string): void {
  // Language of the texts shown: a screen reader must not read English in another language's voice.
  document.documentElement.lang = messageLocaleOf(code)
  document.documentElement.dir = localeOf(code).dir
}

async function addBase(locale: MessageLocale): Promise<void> {
  if (instance.hasResourceBundle(locale, 'common')) return
  const base = await loadBase(locale)
  for (const [namespace, messages] of Object.entries(base)) addMessages(namespace, locale, messages)
}

async function addLazy(namespace: string, locale: MessageLocale): Promise<void> {
  const load = loadersByNamespace.get(namespace)
  const mark = `${locale} ${namespace}`
  if (!load || tried.has(mark)) return
  tried.add(mark)
  try {
    const messages = await load(locale)
    if (messages) addMessages(namespace, locale, messages)
  } catch (error) {
    tried.delete(mark)
    throw error
  }
}

/** Loads the fallback's texts without waiting: they only fill gaps. */
function addFallback(code: string): void {
  if (fallbacksOf(code).length === 0) return
  void Promise.allSettled([
    addBase(fallbackLocale),
    ...[...loadersByNamespace.keys()].map((namespace) => addLazy(namespace, fallbackLocale)),
  ])
}

/** The pseudo-locale's text generator is loaded with it. */
async function addPseudo(code: string): Promise<void> {
  if (code === pseudoLocale) instance.use((await import('./pseudo.ts')).pseudo)
}

/** Adds a table of texts at run time; existing keys are overwritten. */
export function addMessages(namespace: string, locale: string, messages: Messages): void {
  instance.addResourceBundle(locale, namespace, messages, false, true)
}

/**
 * Registers a namespace with tables loaded on demand, and loads the table of the current locale (also the fallback's,
 * without waiting, if the locale may have gaps). A later change of the locale loads its table before it is shown.
 */
export async function addMessageLoaders(namespace: string, loaders: MessageLoaders): Promise<void> {
  await addNamespace(namespace, async (locale) => {
    const module = await loaders[locale]?.()
    if (!module) return undefined
    return 'messages' in module ? module.messages : module.default
  })
}

async function addNamespace(
  namespace: string,
  load: (locale: MessageLocale) => Promise<Messages | undefined>,
): Promise<void> {
  if (!loadersByNamespace.has(namespace)) loadersByNamespace.set(namespace, load)
  const code = currentLocale()
  const pending = addLazy(namespace, messageLocaleOf(code))
  addFallback(code)
  await pending
}

/** Loads the alarm catalogue of the current locale; called by pages that name alarms. */
export const loadAlarmMessages = (): Promise<void> => addNamespace('alarm', loadAlarms)

/** Marks the tables of a namespace as outdated: they stay in use until they are reloaded. */
export function forgetMessages(namespace: string): void {
  for (const mark of tried) if (mark.endsWith(` ${namespace}`)) tried.delete(mark)
}

/**
 * Text for a key without one. Enumerations grow, so an older page may ask for a kind that it has no text for
 * (`mailKind.shareInvitation`): the kind's name is shown.
 */
function nameOf(key: string): string {
  if (!key.includes('.') || !instance.exists('state.other', { ns: 'common' })) return key
  const name = key
    .slice(key.lastIndexOf('.') + 1)
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return instance.t('state.other', { ns: 'common', name })
}

export const currentLocale = (): string => instance.language ?? defaultLocale

/** Starts i18next with one chunk: the shared texts of the locale. Rejects if the chunk cannot be fetched. */
export async function setUpI18n(code: string): Promise<void> {
  const locale = localeOf(code).code
  const own = messageLocaleOf(locale)
  await instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: (asked: string | undefined) => [...fallbacksOf(asked ?? locale)],
    resources: {},
    ns: ['common'],
    defaultNS: 'common',
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    // Has no effect unless that locale is loaded.
    postProcess: 'pseudo',
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: nameOf,
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await Promise.all([addBase(own), addPseudo(locale)])
  showLocale(locale)
  addFallback(locale)
}

/** Loads the locale's texts, then switches texts, document language and direction together. */
export async function changeLocale(code: string): Promise<void> {
  const locale = localeOf(code).code
  const own = messageLocaleOf(locale)
  await Promise.all([
    addBase(own),
    addPseudo(locale),
    ...[...loadersByNamespace.keys()].map((namespace) => addLazy(namespace, own)),
  ])
  await instance.changeLanguage(locale)
  showLocale(locale)
  addFallback(locale)
}

export { instance as i18n }
