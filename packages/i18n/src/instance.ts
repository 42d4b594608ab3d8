import type { MessageLocale } from '@helioport/contract'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, fallbackLocale, fallbacksOf, localeOf, messageLocaleOf } from './locales.ts'
import { loadAlarms, loadBase } from './load-messages.ts'
import type { Messages } from './message-types.ts'

const instance = i18next.createInstance()

/** A remote's lazily imported tables, by locale; a module may hold its table as `messages` or as default. */
export type MessageLoaders = Readonly<
  Partial<Record<string, () => Promise<{ messages: Messages } | { default: Messages }>>>
>

const lazyNamespaces = new Map<string, (locale: MessageLocale) => Promise<Messages | undefined>>()
const tried = new Set<string>()

function showLocale(code: string): void {
  document.documentElement.lang = code
  document.documentElement.dir = localeOf(code).dir
}

async function addBase(locale: MessageLocale): Promise<void> {
  if (instance.hasResourceBundle(locale, 'common')) return
  const base = await loadBase(locale)
  for (const [namespace, messages] of Object.entries(base)) addMessages(namespace, locale, messages)
}

async function addLazy(namespace: string, locale: MessageLocale): Promise<void> {
  const load = lazyNamespaces.get(namespace)
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

/** The fallback's texts come after the first paint: they replace keys only where a locale has gaps. */
function addFallback(code: string): void {
  if (fallbacksOf(code).length === 0) return
  void Promise.allSettled([
    addBase(fallbackLocale),
    ...[...lazyNamespaces.keys()].map((namespace) => addLazy(namespace, fallbackLocale)),
  ])
}

/** Adds one table of texts at run time; what is there already is replaced. */
export function addMessages(namespace: string, locale: string, messages: Messages): void {
  instance.addResourceBundle(locale, namespace, messages, false, true)
}

/**
 * Registers a namespace whose tables are fetched by need, and fetches the current locale's one
 * (the fallback's too, without waiting, where the locale may have gaps).
 * Later changes of the locale fetch the new locale's table before it is shown.
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
  if (!lazyNamespaces.has(namespace)) lazyNamespaces.set(namespace, load)
  const code = currentLocale()
  const pending = addLazy(namespace, messageLocaleOf(code))
  addFallback(code)
  await pending
}

/** Fetches the alarm catalogue in the current locale; pages that name alarms ask for it. */
export const loadAlarmMessages = (): Promise<void> => addNamespace('alarm', loadAlarms)

/** A namespace has other tables now: they are read anew at need, and replace those that are in use until then. */
export function forgetMessages(namespace: string): void {
  for (const mark of tried) if (mark.endsWith(` ${namespace}`)) tried.delete(mark)
}

export const currentLocale = (): string => instance.language ?? defaultLocale

/** Starts i18next with one chunk: the shared texts of the locale. Rejects where that chunk cannot be fetched. */
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
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await addBase(own)
  showLocale(locale)
  addFallback(locale)
}

/** Fetches what the locale needs, then switches texts, document language and direction in one step. */
export async function changeLocale(code: string): Promise<void> {
  const locale = localeOf(code).code
  const own = messageLocaleOf(locale)
  await Promise.all([addBase(own), ...[...lazyNamespaces.keys()].map((namespace) => addLazy(namespace, own))])
  await instance.changeLanguage(locale)
  showLocale(locale)
  addFallback(locale)
}

export { instance as i18n }
