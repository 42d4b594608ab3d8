import type { AlarmCode } from '../alarms.ts'

export type AlarmPart = 'name' | 'reason' | 'suggestion'

/** Texts of the 32 alarm codes in one language. Pages load them when needed; the service serves them as a catalogue. */
export type AlarmTexts = Readonly<Record<`${AlarmCode}.${AlarmPart}`, string>>
