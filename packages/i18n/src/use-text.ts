import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmCode } from '@helioport/contract'
import { currentLocale, i18n, loadAlarmMessages } from './instance.ts'
import { localeOf, type Locale } from './locales.ts'
import type { MessageKey, Messages, TextValues } from './message-types.ts'
import type { AlarmPart } from '@helioport/contract/alarm-texts/alarm-texts'
import type { SharedNamespaces } from './namespaces.ts'

/** Text of a key; `{{name}}` is replaced by `values.name`, and `count` selects the plural form. */
export type Text<M> = (key: MessageKey<M>, values?: TextValues) => string

/**
 * Texts of a namespace in the current locale (default: `common`).
 * Own namespaces name their table: `useText<typeof enUS>('station')`.
 */
export function useText(): Text<SharedNamespaces['common']>
export function useText<N extends keyof SharedNamespaces>(namespace: N): Text<SharedNamespaces[N]>
export function useText<M extends Messages = Messages>(namespace: string): Text<M>
export function useText(namespace = 'common'): (key: string, values?: TextValues) => string {
  const { t } = useTranslation(namespace, { i18n })
  useEffect(() => {
    if (namespace === 'alarm') void loadAlarmMessages().catch(() => undefined)
  }, [namespace])
  return useCallback((key, values) => String(t(key, { ...values })), [t])
}

/** Name, reason and suggestion of an alarm; undefined until the catalogue is loaded. */
export function useAlarmText(): (code: AlarmCode) => Record<AlarmPart, string> | undefined {
  const text = useText('alarm')
  return (code) =>
    i18n.exists(`${code}.name`, { ns: 'alarm' })
      ? { name: text(`${code}.name`), reason: text(`${code}.reason`), suggestion: text(`${code}.suggestion`) }
      : undefined
}

/** The current locale. */
export function useLocale(): Locale {
  useTranslation('common', { i18n })
  return localeOf(currentLocale())
}

/** A text outside of components, in the current locale. */
export function textOf<N extends keyof SharedNamespaces>(
  namespace: N,
  key: MessageKey<SharedNamespaces[N]>,
  values?: TextValues,
): string {
  const name: string = key
  return String(i18n.t(name, { ns: namespace, ...values }))
}
