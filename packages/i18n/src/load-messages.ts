import type { MessageLocale } from '@helioport/contract'
import type { Messages } from './message-types.ts'

type Base = Readonly<Record<'common' | 'error' | 'status', Messages>>

/** One chunk per locale, fetched only when used. */
const baseLoaders: Record<MessageLocale, () => Promise<Base>> = {
  'en-US': async () => (await import('./messages/en-US/base.ts')).base,
  'zh-CN': async () => (await import('./messages/zh-CN/base.ts')).base,
  'zh-TW': async () => (await import('./messages/zh-TW/base.ts')).base,
  'pt-BR': async () => (await import('./messages/pt-BR/base.ts')).base,
}

const alarmLoaders: Record<MessageLocale, () => Promise<Messages>> = {
  'en-US': async () => (await import('@helioport/contract/alarm-texts/en-US')).alarmTexts,
  'zh-CN': async () => (await import('@helioport/contract/alarm-texts/zh-CN')).alarmTexts,
  'zh-TW': async () => (await import('@helioport/contract/alarm-texts/zh-TW')).alarmTexts,
  'pt-BR': async () => (await import('@helioport/contract/alarm-texts/pt-BR')).alarmTexts,
}

export const loadBase = (locale: MessageLocale): Promise<Base> => baseLoaders[locale]()

export const loadAlarms = (locale: MessageLocale): Promise<Messages> => alarmLoaders[locale]()
