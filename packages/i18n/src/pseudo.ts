import { pseudoLocale } from './locales.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** Typical growth in longer languages by text length: short texts grow most. */
const growth = (length: number) => (length <= 10 ? 1 : length <= 30 ? 0.6 : 0.35)

/** Filler is cut into words of this length: longer words than twenty letters are rare, and words must wrap. */
const wordLength = 8

const fill = (length: number) => '·'.repeat(length).replace(new RegExp(`·{${wordLength}}(?=·)`, 'g'), '$& ')

/** "Save" becomes "[Šàṽé····]": longer, and recognizable as a translated text. */
export const pseudoText = (text: string): string =>
  `[${[...text].map((letter) => letters.get(letter) ?? letter).join('')}${fill(Math.ceil(text.length * growth(text.length)))}]`

/** Post-processor for i18next: every text passes through it. */
export const pseudo = {
  type: 'postProcessor' as const,
  name: 'pseudo',
  // The portal's name is the same in every language.
  process: (value: string, keys: string | string[], _options: unknown, translator: { language: string }) =>
    translator.language === pseudoLocale && [keys].flat().at(-1) !== 'app.name' ? pseudoText(value) : value,
}
