import type { Complete } from '@helioport/i18n'

/** Texts of the language selection, loaded with it. */
export const messages = {
  'language.title': 'Language',
  'language.all': 'All languages',
  'language.search': 'Search for a language',
  'language.what':
    'Words are there in 简体中文, 繁體中文, English and Português (Brasil). Every other choice shows English words (Português those of Brazil), with numbers, dates and weeks as they are written there.',
  'language.none': 'No language of that name.',
  'language.own': 'Words, numbers and dates',
  'language.mirrored': 'English words from right to left, own numbers and dates',
  'language.near': 'Words of {{label}}, own numbers and dates',
  'language.formats': 'English words, own numbers and dates',
  'language.failed': 'Could not be loaded. Please try again.',
  'language.offer': 'This portal can be read in {{label}}.',
  'language.offerFormats':
    'For {{label}}, this portal has English words, with numbers, dates and weeks as you write them.',
  'language.take': 'Read in {{label}}',
  'language.keep': 'Stay with {{label}}',
  'language.about': 'Language of this page',
} as const

export type LanguageMessages = Complete<typeof messages>
