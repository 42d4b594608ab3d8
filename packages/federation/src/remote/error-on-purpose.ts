import { onPurpose } from './on-purpose.ts'

/**
 * An error that a person triggered on purpose, to see how it is contained: the shell shows the card of a failed part
 * and counts the error against no release.
 */
export class ErrorOnPurpose extends Error {
  override name = onPurpose
}
