import type { PageLocale } from '@helioport/contract'

/** A curve or bars without a word in it, so that no font is needed: what it says stands beside it. */
export interface Chart {
  style: 'area' | 'bars'
  /** In the order of time; null: not known, which is drawn as such and not as nothing. */
  values: readonly (number | null)[]
  /** What it says, in words below it: for who sees no pictures, too. */
  caption: string
  /** Below its left end, its middle and its right end. */
  ends: readonly [string, string, string]
}

/** Part of a mail. What is shown comes from the template alone; a part holds words and figures. */
export type Block =
  | { kind: 'text' | 'heading' | 'note'; text: string }
  /** To be read off and typed in; the paragraph before it says it, too. */
  | { kind: 'code'; code: string }
  | { kind: 'action'; label: string; url: string }
  /** Rows of a name and its value. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'items'; items: readonly { title: string; text: string; url: string }[] }
  | ({ kind: 'chart' } & Chart)

/** A mail before it is drawn. */
export interface MailContent {
  subject: string
  /** How the person reads the pages: the direction is its, the words are those of the nearest language there is. */
  locale: PageLocale
  /** A stripe at its top. */
  tone: 'plain' | 'bad' | 'good'
  blocks: readonly Block[]
  /** Why it came, and where that is changed. */
  footer: readonly { label: string; url: string }[]
  /** Address that stops mails of this kind by one request, see RFC 8058. */
  oneClickUrl?: string
}
