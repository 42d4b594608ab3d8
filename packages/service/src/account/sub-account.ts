import type { SubAccount, SubAccountChange, SubAccountInput } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import {
  deleteSubAccount,
  findSubAccounts,
  insertSubAccount,
  type SubAccountRow,
  updateSubAccount,
  updateSubAccountPassword,
} from './queries/sub-account.ts'
import type { Service } from '../base/service.ts'
import { deleteCode } from './queries/code.ts'
import { deletePushDevices } from './queries/push-device.ts'
import { hashPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'

export async function listSubAccounts(service: Service, mainAccountId: string): Promise<SubAccount[]> {
  return (await findSubAccounts(service.db.read, mainAccountId)).map(toSubAccount)
}

/**
 * Adds a sub-account that may sign in at once. The caller has checked that its stations belong to the main account.
 * @throws Problem account.userNameTaken (or one that looks like it), account.emailTaken
 */
export async function addSubAccount(
  service: Service,
  mainAccountId: string,
  input: SubAccountInput,
): Promise<SubAccount> {
  const { password, ...rest } = input
  const passwordHash = await hashPassword(password)
  try {
    const id = await service.db.transaction((tx) =>
      insertSubAccount(tx, { ...rest, mainAccountId, passwordHash, now: service.now() }),
    )
    return await getSubAccount(service, mainAccountId, id)
  } catch (error) {
    const violated = violatedUnique(error)
    if (violated === null) throw error
    throw new Problem(violated.includes('email') ? 'account.emailTaken' : 'account.userNameTaken', { cause: error })
  }
}

/** @throws Problem notFound */
export async function changeSubAccount(
  service: Service,
  mainAccountId: string,
  subAccountId: string,
  change: SubAccountChange,
): Promise<SubAccount> {
  const named = { mainAccountId, subAccountId, now: service.now() }
  if (!(await service.db.transaction((tx) => updateSubAccount(tx, named, change)))) throw new Problem('notFound')
  return getSubAccount(service, mainAccountId, subAccountId)
}

/** @throws Problem notFound */
export async function setSubAccountPassword(
  service: Service,
  mainAccountId: string,
  subAccountId: string,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const named = { mainAccountId, subAccountId, now: service.now() }
  await service.db.transaction(async (tx) => {
    if (!(await updateSubAccountPassword(tx, named, passwordHash))) throw new Problem('notFound')
    await deleteCode(tx, 'password', subAccountId)
    // Browsers of the former user must not go on showing alarms.
    await deletePushDevices(tx, subAccountId)
  })
}

/** @throws Problem notFound */
export async function removeSubAccount(service: Service, mainAccountId: string, subAccountId: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteSubAccount(tx, mainAccountId, subAccountId))))
    throw new Problem('notFound')
}

async function getSubAccount(service: Service, mainAccountId: string, subAccountId: string): Promise<SubAccount> {
  const [row] = await findSubAccounts(service.db.read, mainAccountId, subAccountId)
  if (!row) throw new Problem('notFound')
  return toSubAccount(row)
}

function toSubAccount(row: SubAccountRow): SubAccount {
  return {
    id: row.id,
    userName: row.user_name,
    nickname: row.nickname,
    email: row.email,
    mayControl: row.may_control,
    allStations: row.all_stations,
    stationIds: row.station_ids ?? [],
    disabled: row.disabled_at !== null,
    createdAt: iso(row.created_at),
  }
}
