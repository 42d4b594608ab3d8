import { type MailLocale, mailLocaleOf, type PageLocale } from '@helioport/contract'
import { inserted, oneLine } from './one-line.ts'
import type { Block, MailContent } from './template/content.ts'
import { texts as enUS, type MailKind, type MailTexts } from './texts/en-US.ts'
import { texts as ptBR } from './texts/pt-BR.ts'
import { texts as zhCN } from './texts/zh-CN.ts'
import { texts as zhTW } from './texts/zh-TW.ts'
import { word } from './word.ts'

const textsOf: Record<MailLocale, MailTexts> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-TW': zhTW, 'pt-BR': ptBR }

type Values = Readonly<Record<string, string>>

const fill = (template: string, values: Values) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => inserted(values[name] ?? ''))

/** Subject and text of a plain message. Values are forced onto one line, whatever a person typed. */
export function compose(kind: MailKind, locale: PageLocale, values: Values) {
  const { subject, text } = textsOf[mailLocaleOf(locale)][kind]
  return { subject: fill(subject, values), text: fill(text, values) }
}

/** The same as a mail: a paragraph that consists of a link becomes a button, a code is shown large. */
export function composeMail(kind: MailKind, locale: PageLocale, values: Values): MailContent {
  const { subject, text } = textsOf[mailLocaleOf(locale)][kind]
  const blocks = text.split('\n\n').flatMap((paragraph): Block[] => {
    const link = /^\{\{(\w+Url)\}\}$/.exec(paragraph)?.[1]
    if (link !== undefined) return [{ kind: 'action', label: actionOf(link, locale), url: values[link] ?? '' }]
    const said: Block = { kind: 'text', text: fill(paragraph, values) }
    const code = values['code']
    return paragraph.includes('{{code}}') && code !== undefined ? [said, { kind: 'code', code: oneLine(code) }] : [said]
  })
  return { subject: fill(subject, values), locale, tone: 'plain', blocks, footer: [] }
}

const actions = {
  portalUrl: 'action.portalUrl',
  signInUrl: 'action.signInUrl',
  activationUrl: 'action.activationUrl',
  forgotUrl: 'action.forgotUrl',
  registerUrl: 'action.registerUrl',
  invitationUrl: 'action.invitationUrl',
  dataUrl: 'action.dataUrl',
} as const

function actionOf(link: string, locale: PageLocale): string {
  const known = Object.entries(actions).find(([name]) => name === link)
  return word(locale, known?.[1] ?? 'action.portalUrl')
}

export type { MailKind }
