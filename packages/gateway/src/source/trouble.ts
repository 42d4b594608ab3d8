import type { TroubleCode, TroubleTexts, TroubleValues } from '@helioport/contract'
import { troubleTexts as english } from '@helioport/contract/trouble-texts/en-US'

/** Why there are no readings, or nothing can be stored: a code with values, for texts in any language. */
export interface Trouble {
  readonly code: TroubleCode
  readonly values: Readonly<Record<string, string | number>>
}

export const trouble = <Code extends TroubleCode>(code: Code, values: TroubleValues<Code>): Trouble => ({
  code,
  values,
})

/** Text of a trouble; English for the log and for portals without trouble codes. */
export const wordsOf = ({ code, values }: Trouble, texts: TroubleTexts = english): string =>
  filled(texts[code], values).trim()

/** Replaces the `{{placeholders}}` of a text by values. */
export const filled = (text: string, values: Trouble['values']): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

export const wordsOfAll = (troubles: readonly Trouble[], texts?: TroubleTexts): string =>
  [...new Set(troubles.map((one) => wordsOf(one, texts)))].join('; ')

/** An invalid answer, or a setting that does not fit the device. */
export class SourceTrouble extends Error {
  readonly troubles: readonly Trouble[]
  constructor(...troubles: readonly Trouble[]) {
    super(wordsOfAll(troubles))
    this.troubles = troubles
  }
}

/** No answer: night, a cable, another program that holds the only connection. */
export class SourceAway extends SourceTrouble {}

/** Troubles of an error; an unforeseen error gives its own message. */
export const troublesOf = (error: unknown): readonly Trouble[] =>
  error instanceof SourceTrouble ? error.troubles : [trouble('notUnderstood', { reason: reasonOf(error) })]

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
