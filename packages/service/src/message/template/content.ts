import type { PageLocale } from '@helioport/contract'

/** A curve or bars. The picture has no text, so it needs no font: caption and labels are HTML. */
export interface Chart {
  style: 'area' | 'bars'
  /** In the order of time; null: not known, drawn as a gap and not as zero. */
  values: readonly (number | null)[]
  /** Text below the picture; tells the same to readers without pictures. */
  caption: string
  /** Labels below its left end, middle and right end. */
  ends: readonly [string, string, string]
}

/** Part of a mail: text and figures only; the template alone decides how it looks. */
export type Block =
  | { kind: 'text' | 'heading' | 'note'; text: string }
  /** A code to be typed in; the paragraph before it contains it, too. */
  | { kind: 'code'; code: string }
  | { kind: 'action'; label: string; url: string }
  /** Rows of a name and its value. */
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'items'; items: readonly { title: string; text: string; url: string }[] }
  | ({ kind: 'chart' } & Chart)

/** A mail before it is rendered. */
export interface MailContent {
  subject: string
  /** Locale of the person's pages: gives the direction; the texts are in the nearest language of mails. */
  locale: PageLocale
  /** Colour of the stripe at its top. */
  tone: 'plain' | 'bad' | 'good'
  blocks: readonly Block[]
  /** Why the mail was sent, and where to change that. */
  footer: readonly { label: string; url: string }[]
  /** Address that stops mails of this kind by one request, see RFC 8058. */
  oneClickUrl?: string
}
