import { messages as english } from '../messages/en-US.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import { messages as simplified } from '../messages/zh-CN.ts'
import { messages as traditional } from '../messages/zh-TW.ts'

const wordsOf = (texts: Readonly<Partial<Record<keyof typeof english, string | undefined>>>) =>
  (['signIn.title', 'signIn.account', 'signIn.password', 'signIn.submit'] as const).map(
    (key) => texts[key] ?? english[key],
  )

const words = {
  'zh-CN': wordsOf(simplified),
  'zh-TW': wordsOf(traditional),
  'en-US': wordsOf(english),
  'pt-BR': wordsOf(portuguese),
}

const input = (name: string, type: string, autocomplete: string) =>
  `<label><span data-word></span><input name="${name}" type="${type}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" maxlength="200"></label>`

/**
 * HTML of the sign-in form that stands in the page before the shell's code arrives. The page's boot script shows it in
 * the language of the browser's preferences (`showEarlyForm` of the release host). `takeEarlyForm` transfers the typed
 * text.
 */
export const earlyForm = `<form id="early-form" hidden novalidate data-words='${JSON.stringify(words).replaceAll("'", '&#39;')}'><h1 data-word></h1>${input('username', 'text', 'username')}${input('password', 'password', 'current-password')}<button data-word></button></form>`
