import type { TroubleCode, TroubleTexts, TroubleValues } from '@helioport/contract'
import { troubleTexts as english } from '@helioport/contract/trouble-texts/en-US'

/** Why something tells nothing, or nothing can be kept: for people of any language. */
export interface Trouble {
  readonly code: TroubleCode
  readonly values: Readonly<Record<string, string | number>>
}

export const trouble = <Code extends TroubleCode>(code: Code, values: TroubleValues<Code>): Trouble => ({
  code,
  values,
})

/** Its sentence; the log, and a portal that knows no codes, have the English one. */
export const wordsOf = ({ code, values }: Trouble, texts: TroubleTexts = english): string =>
  filled(texts[code], values).trim()

/** A text with its `{{placeholders}}` taken by values. */
export const filled = (text: string, values: Trouble['values']): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

export const wordsOfAll = (troubles: readonly Trouble[], texts?: TroubleTexts): string =>
  [...new Set(troubles.map((one) => wordsOf(one, texts)))].join('; ')

/** An answer that makes no sense, or a setting that does not fit what answers. */
export class SourceTrouble extends Error {
  readonly troubles: readonly Trouble[]
  constructor(...troubles: readonly Trouble[]) {
    super(wordsOfAll(troubles))
    this.troubles = troubles
  }
}

/** Nobody answers: a night, a cable, another program that holds the only connection. */
export class SourceAway extends SourceTrouble {}

/** What an error says to people; one that nobody foresaw says its own words. */
export const troublesOf = (error: unknown): readonly Trouble[] =>
  error instanceof SourceTrouble ? error.troubles : [trouble('notUnderstood', { reason: reasonOf(error) })]

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
