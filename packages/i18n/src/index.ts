export { messageLocales, type MessageLocale } from '@helioport/contract'
export { currencyChoices } from './currencies.ts'
export { createFormat, noValue, type Figure, type Format, type InstantInput } from './format.ts'
export {
  addMessageLoaders,
  addMessages,
  changeLocale,
  currentLocale,
  forgetMessages,
  loadAlarmMessages,
  setUpI18n,
  type MessageLoaders,
} from './instance.ts'
export {
  defaultLocale,
  fallbackLocale,
  localeOf,
  locales,
  matchLocale,
  messageLocaleOf,
  type Direction,
  type Locale,
} from './locales.ts'
export type { ListedLocale } from './all-locales.ts'
export { joinParts } from './join-parts.ts'
export { loadAllLocales } from './load-all-locales.ts'
export type { Complete, MessageKey, Messages, TextValues } from './message-types.ts'
export type { AlarmPart } from '@helioport/contract/alarm-texts/alarm-texts'
export type { SharedNamespaces } from './namespaces.ts'
export { useTitle } from './title.ts'
export {
  useAgeBadge,
  useAgeText,
  useErrorText,
  useRefusalText,
  useRetryText,
  useStatusText,
} from './use-domain-text.ts'
export { formatOf, useFormat } from './use-format.ts'
export { textOf, useAlarmText, useLocale, useText, type Text } from './use-text.ts'
export {
  useChartTexts,
  useDayTexts,
  useDayWords,
  useDraftTexts,
  useListTexts,
  useMapTexts,
  usePeriodTexts,
  useProofTexts,
  useTableTexts,
} from './use-texts.ts'
export { useSettingText } from './use-setting-text.ts'
export { useLocaleChoice } from './use-locale-choice.ts'
export { clockAt, zoneLabel } from './zone-label.ts'
export { zoneAt } from './zone-at.ts'
export { zoneChoices } from './zone-choices.ts'
