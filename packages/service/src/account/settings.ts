import type { Account, AccountSettings } from '@helioport/contract'
import { violatedUnique } from '../database/errors.ts'
import { closeFirstRun } from './queries/first-run.ts'
import { findAccount, insertAccount, setPasswordHash, updateAccount } from './queries/account.ts'
import type { Service } from '../base/service.ts'
import { requireProof } from '../base/proof.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { hashPassword } from './proof/password.ts'

export async function getAccount(service: Service, accountId: string): Promise<Account> {
  return toAccount(await findAccount(service.db.read, accountId))
}

/** @throws Problem session.proofRequired: the change would replace a bound phone */
export async function saveAccount(service: Service, account: SignedIn, settings: AccountSettings): Promise<Account> {
  const { accountId } = account
  const row = await service.db.transaction(async (tx) => {
    const { phone, phone_bound_at: boundAt } = await findAccount(tx, accountId)
    if (boundAt !== null && phone !== settings.phone) requireProof(account, service.now())
    return updateAccount(tx, accountId, settings)
  })
  return toAccount(row)
}

export interface AccountInput {
  userName: string
  email: string
  role: 'owner' | 'operator'
  stateName: string
  password: string
}

const nameConstraints = ['account_user_name', 'account_name_skeleton']

/**
 * Makes an account that may sign in at once. If the user name exists, sets its password instead, so that an
 * interrupted set-up can be run again. Returns what was done.
 */
export async function createAccount(
  service: Pick<Service, 'db' | 'now'>,
  input: AccountInput,
): Promise<'created' | 'passwordSet'> {
  const passwordHash = await hashPassword(input.password)
  try {
    await service.db.transaction(async (tx) => {
      await insertAccount(tx, { ...input, passwordHash, now: service.now() })
      // With an account from the command line, the first run needs no code any more.
      await closeFirstRun(tx)
    })
    return 'created'
  } catch (error) {
    if (!nameConstraints.includes(violatedUnique(error) ?? '')) throw error
    const found = await service.db.transaction((tx) => setPasswordHash(tx, input.userName, passwordHash))
    // The conflict is with another name that looks like this one.
    if (!found) throw error
    return 'passwordSet'
  }
}

function toAccount(row: Awaited<ReturnType<typeof findAccount>>): Account {
  return {
    id: row.id,
    userName: row.user_name,
    email: row.email ?? '',
    role: row.role,
    nickname: row.nickname,
    phone: row.phone,
    address: row.address,
    province: row.province,
    city: row.city,
    timeZoneOffset: row.time_zone_offset as Account['timeZoneOffset'],
    feedInTariff: row.feed_in_tariff,
    currency: row.currency,
    videoUrl: row.video_url,
  }
}
