import type { MessageLocale } from '@helioport/contract'
import { showTexts as enUS } from './en-US.ts'
import { showTexts as ptBR } from './pt-BR.ts'
import type { ShowTexts } from './show-texts.ts'
import { showTexts as zhCN } from './zh-CN.ts'
import { showTexts as zhTW } from './zh-TW.ts'

export const showTextsOf: Readonly<Record<MessageLocale, ShowTexts>> = {
  'en-US': enUS,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'pt-BR': ptBR,
}
