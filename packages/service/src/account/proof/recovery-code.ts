import type { Transaction } from '../../database/session.ts'
import { randomInt } from 'node:crypto'
import { replaceRecoveryCodes, takeRecoveryCode } from '../queries/recovery-code.ts'
import { hashSecret } from '../../base/secret.ts'

/** Crockford's 32 signs: none that is read as another. 16 of them are 80 random bits. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 4
const groupLength = 4
const codesAtOnce = 10

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => signs[randomInt(signs.length)]).join(''),
  ).join('-')

/** As it was shown, whatever dashes, spaces, case and look-alikes a person types. */
const plain = (code: string) => code.toUpperCase().replaceAll(/[- ]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** New codes in the place of the former ones; only their hashes are kept. */
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

/** Whether it was one of the account's codes; it works no more. */
export async function spendRecoveryCode(tx: Transaction, accountId: string, code: string): Promise<boolean> {
  return takeRecoveryCode(tx, accountId, hashSecret(plain(code)))
}
