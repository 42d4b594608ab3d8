import { type MessageLocale, messageLocales, type TroubleTexts } from '@helioport/contract'
import { troubleTexts as enUSTroubles } from '@helioport/contract/trouble-texts/en-US'
import { troubleTexts as ptBRTroubles } from '@helioport/contract/trouble-texts/pt-BR'
import { troubleTexts as zhCNTroubles } from '@helioport/contract/trouble-texts/zh-CN'
import { troubleTexts as zhTWTroubles } from '@helioport/contract/trouble-texts/zh-TW'
import { enUS, type PageTexts } from './texts/en-US.ts'
import { ptBR } from './texts/pt-BR.ts'
import { zhCN } from './texts/zh-CN.ts'
import { zhTW } from './texts/zh-TW.ts'

export interface PageWords {
  locale: MessageLocale
  page: PageTexts
  troubles: TroubleTexts
}

const words: Record<MessageLocale, Omit<PageWords, 'locale'>> = {
  'en-US': { page: enUS, troubles: enUSTroubles },
  'zh-CN': { page: zhCN, troubles: zhCNTroubles },
  'zh-TW': { page: zhTW, troubles: zhTWTroubles },
  'pt-BR': { page: ptBR, troubles: ptBRTroubles },
}

/** Texts in the first available language that the browser accepts; English otherwise. */
export function wordsFor(acceptLanguage: string | undefined): PageWords {
  const asked = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...options] = part.trim().split(';')
    const weight = options.find((option) => option.trim().startsWith('q='))?.trim()
    return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const locale = asked
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => localeOf(tag))
    .find((found) => found !== undefined)
  return { locale: locale ?? 'en-US', ...words[locale ?? 'en-US'] }
}

/** `zh-HK` and `zh-Hant` map to traditional Chinese, `pt-PT` to the available Portuguese. */
function localeOf(tag: string): MessageLocale | undefined {
  const low = tag.toLowerCase()
  if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(low)) return 'zh-TW'
  const [language] = low.split('-')
  return messageLocales.find((locale) => locale.toLowerCase().split('-')[0] === language)
}
