import { onPurpose } from './on-purpose.ts'

/** An error that a person asked for, to see how it is contained: the shell shows its card, and counts it against no release. */
export class ErrorOnPurpose extends Error {
  override name = onPurpose
}
