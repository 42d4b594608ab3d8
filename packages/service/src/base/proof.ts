import { proofMs } from '@helioport/contract'
import { Problem } from './problem.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Requires that the person proved their identity in this session in the last minutes.
 * @throws Problem session.proofRequired
 */
export function requireProof({ provedAt }: Pick<SignedIn, 'provedAt'>, now: number): void {
  if (provedAt === null || now - provedAt > proofMs) throw new Problem('session.proofRequired')
}
