import type { MailLocale } from '@helioport/contract'
import { texts as enUS, type MailKind, type MailTexts } from './texts/en-US.ts'
import { texts as ptBR } from './texts/pt-BR.ts'
import { texts as zhCN } from './texts/zh-CN.ts'
import { texts as zhTW } from './texts/zh-TW.ts'

const textsOf: Record<MailLocale, MailTexts> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-TW': zhTW, 'pt-BR': ptBR }

/** Line ends of every script, other control signs, and signs that turn the direction or cannot be seen. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

const oneLine = (value: string) => value.replaceAll(unprintable, ' ').trim()

/**
 * Subject and text of a mail. A value is one line, whatever a person put into it: it begins no header and no
 * paragraph of its own. `lines` alone is a block that was composed before.
 */
export function compose(kind: MailKind, locale: MailLocale, values: Readonly<Record<string, string>>) {
  const { subject, text } = textsOf[locale][kind]
  const fill = (template: string, isBlock: boolean) =>
    template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return isBlock && name === 'lines' ? value : oneLine(value)
    })
  return { subject: fill(subject, false), text: fill(text, true) }
}

export type { MailKind }
