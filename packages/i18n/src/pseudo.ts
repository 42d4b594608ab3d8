import { pseudoLocale } from './locales.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** Long words of other languages add this much to a text of so many signs: short ones grow most. */
const growth = (length: number) => (length <= 10 ? 1 : length <= 30 ? 0.6 : 0.35)

/** So many signs stand together: longer words than of twenty letters are rare, and more words wrap. */
const wordLength = 8

const fill = (length: number) => '·'.repeat(length).replace(new RegExp(`·{${wordLength}}(?=·)`, 'g'), '$& ')

/** "Save" becomes "[Šàṽé····]": longer, and known by its signs as a text of the tables. */
export const pseudoText = (text: string): string =>
  `[${[...text].map((letter) => letters.get(letter) ?? letter).join('')}${fill(Math.ceil(text.length * growth(text.length)))}]`

/** Handed to i18next, which lets every text pass through it. */
export const pseudo = {
  type: 'postProcessor' as const,
  name: 'pseudo',
  // The portal's name is the same in every language.
  process: (value: string, keys: string | string[], _options: unknown, translator: { language: string }) =>
    translator.language === pseudoLocale && [keys].flat().at(-1) !== 'app.name' ? pseudoText(value) : value,
}
