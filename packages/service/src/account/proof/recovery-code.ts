import type { Transaction } from '../../database/session.ts'
import { randomInt } from 'node:crypto'
import { replaceRecoveryCodes, takeRecoveryCode } from '../queries/recovery-code.ts'
import { hashSecret } from '../../base/secret.ts'

/** Crockford's base 32, without look-alikes. 16 signs are 80 random bits. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4
const codesAtOnce = 10

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-')

/** Normalizes a typed code: removes dashes and spaces, ignores case, maps look-alikes. */
const plain = (code: string) => code.toUpperCase().replaceAll(/[- ]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Issues new codes, which replace the former ones; only their hashes are stored. */
export async function issueRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode)
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => hashSecret(plain(code))),
  )
  return codes
}

export async function forgetRecoveryCodes(tx: Transaction, accountId: string): Promise<void> {
  await replaceRecoveryCodes(tx, accountId, [])
}

/** Uses a code up; returns whether it was one of the account's codes. */
export async function spendRecoveryCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  return takeRecoveryCode(tx, accountId, hashSecret(plain(code)))
}
