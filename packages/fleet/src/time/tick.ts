import { sampleMinutes } from '@helioport/contract'

/** Interval of reports, ms. */
export const tickMs = sampleMinutes * 60_000

export const tickAtOrBefore = (at: number): number => Math.floor(at / tickMs) * tickMs
