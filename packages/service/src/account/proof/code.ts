import type { Transaction } from '../../database/session.ts'
import { randomInt } from 'node:crypto'
import type { CodePurpose } from '../../database/security-tables.ts'
import { putCode, takeCode } from '../queries/code.ts'
import type { Service } from '../../base/service.ts'
import { Problem } from '../../base/problem.ts'
import { keyedHash } from '../../base/seal.ts'
import { countAttempt } from './throttle.ts'

export const codeMs = 30 * 60_000

const normal = (target: string) => target.trim().toLowerCase()

/** Issues a new six-digit code for a target; it replaces the former code. Only its hash is stored. */
export async function issueCode(
  service: Service,
  tx: Transaction,
  purpose: CodePurpose,
  target: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await keepCode(service, tx, purpose, target, code)
  return code
}

export async function keepCode(
  service: Service,
  tx: Transaction,
  purpose: CodePurpose,
  target: string,
  code: string,
): Promise<void> {
  const now = service.now()
  const hash = hashOf(service, purpose, target, code)
  await putCode(tx, { purpose, target: normal(target), hash, now, expiresAt: now + codeMs })
}

/** Counts a guess before the code is checked. `typed`: the target as typed. @throws Problem request.tooMany */
export async function countGuess(service: Service, purpose: CodePurpose, typed: string): Promise<void> {
  await countAttempt(service, 'code', purpose, typed)
}

/**
 * Uses a code up in the transaction of the action that it permits: after a rollback the code stays valid.
 * @throws Problem code.wrong (wrong, used, expired, never sent)
 */
export async function spendCode(
  service: Service,
  tx: Transaction,
  purpose: CodePurpose,
  target: string,
  code: string,
): Promise<void> {
  const hash = hashOf(service, purpose, target, code)
  if (!(await takeCode(tx, purpose, normal(target), hash, service.now()))) throw new Problem('code.wrong')
}

const hashOf = (service: Service, purpose: CodePurpose, target: string, code: string) =>
  keyedHash(service.settings.key, purpose, normal(target), code)
