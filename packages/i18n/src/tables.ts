import { defaultLocale, fallbacksOf } from './locales.ts'
import type { Messages, TextValues } from './message-types.ts'

/** Tables by `<locale> <namespace>`. */
const tables = new Map<string, Messages>()
const listeners = new Set<() => void>()
const rules = new Map<string, Intl.PluralRules>()
let shown = defaultLocale
let state = 0

const keyOf = (locale: string, namespace: string) => `${locale} ${namespace}`

function changed(): void {
  state += 1
  for (const listener of listeners) listener()
}

/** Hears of every change of locale and tables; returns the undo. */
export function onTables(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Another number after every change of locale and tables. */
export const stateOfTables = (): number => state

export const shownLocale = (): string => shown

export function showTablesOf(locale: string): void {
  shown = locale
  changed()
}

export const hasTable = (namespace: string, locale: string): boolean => tables.has(keyOf(locale, namespace))

/** Adds a table of texts; existing keys are replaced. */
export function addTable(namespace: string, locale: string, messages: Messages): void {
  const key = keyOf(locale, namespace)
  tables.set(key, { ...tables.get(key), ...messages })
  changed()
}

function ruleOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, known)
  return known
}

/** Names under which a text may stand in a table, the most fitting first. */
function namesOf(key: string, locale: string, count: unknown): string[] {
  if (typeof count !== 'number') return [key]
  const forms = [...(count === 0 ? ['zero'] : []), ruleOf(locale).select(count), 'other']
  return [...forms.map((form) => `${key}_${form}`), key]
}

/** The text of a key in the locale that is shown, or in one that fills its gaps; undefined where none has it. */
export function textIn(namespace: string, key: string, values?: TextValues): string | undefined {
  for (const locale of [shown, ...fallbacksOf(shown)]) {
    const table = tables.get(keyOf(locale, namespace))
    if (table === undefined) continue
    const name = namesOf(key, locale, values?.['count']).find((one) => Object.hasOwn(table, one))
    if (name !== undefined) return filled(table[name] ?? '', values)
  }
  return undefined
}

const filled = (text: string, values: TextValues = {}) =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))
