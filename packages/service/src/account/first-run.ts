import { timingSafeEqual } from 'node:crypto'
import { type FirstAccount, plainCode } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import { hashSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { violatedUnique } from '../database/errors.ts'
import { hashPassword } from './proof/password.ts'
import { insertAccount } from './queries/account.ts'
import { findFirstCode, putFirstCode, takeFirstCode } from './queries/first-run.ts'
import { countAttempt } from './proof/throttle.ts'

/**
 * Opens the first run of an empty portal. `codeHash` (hex, as of hashSecret) comes from the start script, which alone
 * knows the code and prints it. Does nothing where there are accounts.
 */
export async function openFirstRun(service: Pick<Service, 'db'>, codeHash: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(codeHash)) throw new Error('FIRST_ACCOUNT_HASH is a SHA-256 in 64 hexadecimal digits.')
  return service.db.transaction((tx) => putFirstCode(tx, Buffer.from(codeHash, 'hex')))
}

export async function isFirstRun(service: Service): Promise<boolean> {
  return (await findFirstCode(service.db.read)) !== undefined
}

/**
 * Makes the operator's account and ends the first run. Guesses are limited per address only: a limit over all addresses
 * could lock the owner out, and 60 random bits need none.
 * @throws Problem firstRun.done, code.wrong, password.mismatch, request.tooMany
 */
export async function makeFirstAccount(
  service: Service,
  ip: string,
  input: FirstAccount,
): Promise<{ userName: string }> {
  if (input.password !== input.passwordAgain) throw new Problem('password.mismatch')
  await countAttempt(service, 'firstRun', ip)
  const right = await findFirstCode(service.db.read)
  if (right === undefined) throw new Problem('firstRun.done')
  const given = hashSecret(plainCode(input.code))
  if (!timingSafeEqual(given, right)) throw new Problem('code.wrong')
  const passwordHash = await hashPassword(input.password)
  const account = { ...input, passwordHash, role: 'operator', stateName: '', now: service.now() } as const
  try {
    await service.db.transaction(async (tx) => {
      // Of two concurrent callers with the code only one takes it.
      if (!(await takeFirstCode(tx, given))) throw new Problem('firstRun.done')
      await insertAccount(tx, account)
    })
  } catch (error) {
    const constraint = violatedUnique(error)
    if (constraint === null) throw error
    // Somebody registered meanwhile. The holder of the code may learn that the name is taken, and chooses another.
    throw new Problem(constraint.includes('email') ? 'account.emailTaken' : 'account.userNameTaken', { cause: error })
  }
  return { userName: input.userName }
}
