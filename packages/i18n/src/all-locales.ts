import { type Locale, localeOf, locales } from './locales.ts'

/** A locale as shown in the list of all. */
export interface ListedLocale extends Locale {
  /** The word "language" in that language. */
  title: string
}

/** Locales without texts of their own: code, name and the word "language", in their own language. */
const named = [
  ['ar-EG', 'العربية (مصر)', 'اللغة'],
  ['az-AZ', 'Azərbaycanca', 'Dil'],
  ['bg-BG', 'Български', 'Език'],
  ['bn-BD', 'বাংলা', 'ভাষা'],
  ['ca-ES', 'Català', 'Idioma'],
  ['cs-CZ', 'Čeština', 'Jazyk'],
  ['da-DK', 'Dansk', 'Sprog'],
  ['de-DE', 'Deutsch', 'Sprache'],
  ['el-GR', 'Ελληνικά', 'Γλώσσα'],
  ['en-GB', 'English (United Kingdom)', 'Language'],
  ['es-ES', 'Español', 'Idioma'],
  ['et-EE', 'Eesti', 'Keel'],
  ['fi-FI', 'Suomi', 'Kieli'],
  ['fr-BE', 'Français (Belgique)', 'Langue'],
  ['fr-FR', 'Français', 'Langue'],
  ['ga-IE', 'Gaeilge', 'Teanga'],
  ['hi-IN', 'हिन्दी', 'भाषा'],
  ['hr-HR', 'Hrvatski', 'Jezik'],
  ['hu-HU', 'Magyar', 'Nyelv'],
  ['hy-AM', 'Հայերեն', 'Լեզու'],
  ['id-ID', 'Bahasa Indonesia', 'Bahasa'],
  ['is-IS', 'Íslenska', 'Tungumál'],
  ['it-IT', 'Italiano', 'Lingua'],
  ['ja-JP', '日本語', '言語'],
  ['kn-IN', 'ಕನ್ನಡ', 'ಭಾಷೆ'],
  ['ko-KR', '한국어', '언어'],
  ['lv-LV', 'Latviešu', 'Valoda'],
  ['mk-MK', 'Македонски', 'Јазик'],
  ['mn-MN', 'Монгол', 'Хэл'],
  ['ms-MY', 'Bahasa Melayu', 'Bahasa'],
  ['nb-NO', 'Norsk bokmål', 'Språk'],
  ['ne-NP', 'नेपाली', 'भाषा'],
  ['nl-BE', 'Nederlands (België)', 'Taal'],
  ['nl-NL', 'Nederlands', 'Taal'],
  ['pl-PL', 'Polski', 'Język'],
  ['pt-PT', 'Português (Portugal)', 'Idioma'],
  ['ro-RO', 'Română', 'Limbă'],
  ['ru-RU', 'Русский', 'Язык'],
  ['sk-SK', 'Slovenčina', 'Jazyk'],
  ['sl-SI', 'Slovenščina', 'Jezik'],
  ['sr-RS', 'Српски', 'Језик'],
  ['sv-SE', 'Svenska', 'Språk'],
  ['ta-IN', 'தமிழ்', 'மொழி'],
  ['th-TH', 'ไทย', 'ภาษา'],
  ['tr-TR', 'Türkçe', 'Dil'],
  ['uk-UA', 'Українська', 'Мова'],
  ['vi-VN', 'Tiếng Việt', 'Ngôn ngữ'],
] as const

const titles: Readonly<Record<string, string>> = {
  ar: 'اللغة',
  'en-US': 'Language',
  fa: 'زبان',
  he: 'שפה',
  ku: 'زمان',
  'pt-BR': 'Idioma',
  'zh-CN': '语言',
  'zh-TW': '語言',
}

/** Every locale by name, those with texts first. Loaded when the list is about to open. */
export const allLocales: readonly ListedLocale[] = [
  ...locales.map((locale) => ({ ...locale, title: titles[locale.code] ?? '' })),
  ...named.map(([code, label, title]) => ({ ...localeOf(code), label, title })),
]
