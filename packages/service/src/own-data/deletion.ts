import { type AccountDeletion, accountDeletionDays, paths } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { addresseeOf } from '../account/mail-request.ts'
import { findAccount } from '../account/queries/account.ts'
import { type Caller, securityEventMail } from '../account/security.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { readAll } from '../database/read-all.ts'
import type { Session, Transaction } from '../database/session.ts'
import { timeAtOffset } from '../message/format.ts'
import { linkTo, queueContent, queueMail } from '../message/outbox.ts'
import { removeStation } from '../station/queries/deletion.ts'
import {
  beginDeletion,
  countOwn,
  deleteDeletion,
  deleteNext,
  deletePerson,
  findAddresses,
  findConcerned,
  findDeletion,
  findDueDeletions,
  findOwnStation,
  findPeople,
  insertDeletion,
  stopMessages,
} from './queries/deletion.ts'

const waitMs = accountDeletionDays * 24 * 3_600_000

export const getDeletion = (service: Service, accountId: string) => readDeletion(service.db.read, accountId)

async function readDeletion(session: Session, accountId: string): Promise<AccountDeletion> {
  const [row, own] = await readAll(
    session,
    () => findDeletion(session, accountId),
    () => countOwn(session, accountId),
  )
  return {
    askedAt: row ? iso(row.asked_at) : null,
    dueAt: row ? iso(row.due_at) : null,
    stations: own.stations,
    devices: own.devices,
    loggers: own.loggers,
    subAccounts: own.sub_accounts,
    sharedWith: own.shared_with,
  }
}

/**
 * Schedules the deletion of an account after some days and mails its owner, its sub-accounts and the accounts that see
 * its stations. Idempotent.
 * @param userName as the person typed it
 * @throws Problem account.nameMismatch
 */
export async function askDeletion(
  service: Service,
  account: SignedIn,
  userName: string,
  caller: Caller,
): Promise<AccountDeletion> {
  const { accountId } = account
  if (userName.toLowerCase() !== account.userName.toLowerCase()) throw new Problem('account.nameMismatch')
  const now = service.now()
  const dueAt = now + waitMs
  return service.db.transaction(async (tx) => {
    if (await insertDeletion(tx, { accountId, now, dueAt })) {
      const own = await findAccount(tx, accountId)
      const until = (to: typeof own) => timeAtOffset(to.mail_locale, dueAt, to.time_zone_offset)
      const values = { until: until(own), dataUrl: linkTo(service, paths.setting('data')) }
      const mail = securityEventMail(service, 'accountDeletionAsked', own, values, caller)
      await queueContent(service, tx, 'accountDeletionAsked', own, mail)
      for (const other of await findConcerned(tx, accountId))
        await queueMail(service, tx, 'accountShareEnds', addresseeOf(other), {
          name: own.user_name,
          until: until(other),
        })
    }
    return readDeletion(tx, accountId)
  })
}

/** Withdraws the request; does nothing where there is none. */
export async function cancelDeletion(service: Service, accountId: string): Promise<AccountDeletion> {
  return service.db.transaction(async (tx) => {
    if (!(await deleteDeletion(tx, accountId))) return readDeletion(tx, accountId)
    const own = await findAccount(tx, accountId)
    for (const each of [own, ...(await findConcerned(tx, accountId))])
      await queueMail(service, tx, 'accountDeletionEnded', addresseeOf(each), { name: own.user_name })
    return readDeletion(tx, accountId)
  })
}

/**
 * Deletes the accounts whose deletion is due. After an interruption the next run continues. A job with its own lane.
 */
export async function deleteAccounts(service: Service): Promise<void> {
  for (const accountId of await findDueDeletions(service.db.read, service.now()))
    await deleteAccount(service, accountId)
}

/**
 * Disables the account, then deletes devices with their measurements, stations, loggers, and last the accounts, each in
 * its own transaction: one statement for a whole fleet would block all others.
 */
async function deleteAccount(service: Service, accountId: string): Promise<void> {
  const { db, virtualPlants } = service
  if (!(await db.repeatedTransaction((tx) => beginDeletion(tx, accountId, service.now())))) return
  await virtualPlants?.end(accountId)
  while (await db.repeatedTransaction((tx) => deleteNext(tx, 'device', accountId)));
  for (;;) {
    const stationId = await findOwnStation(db.read, accountId)
    if (stationId === undefined) break
    await db.repeatedTransaction((tx) => removeStation(tx, stationId))
  }
  while (await db.repeatedTransaction((tx) => deleteNext(tx, 'logger', accountId)));
  await virtualPlants?.forget(accountId)
  for (const person of await findPeople(db.read, accountId)) {
    const addresses = await findAddresses(db.read, person.id)
    const messages = await db.transaction((tx) => stopMessages(tx, person.id, addresses))
    await service.courier.forgetMessages(messages)
    await db.repeatedTransaction(async (tx) => {
      await deletePerson(tx, { id: person.id, userName: person.user_name }, addresses)
      await sayGoodbye(service, tx, addresseeOf(person))
    })
  }
}

/** Confirms the deletion to the deleted account's address. Not into an outbox: there it would only be a trace. */
async function sayGoodbye(service: Service, tx: Transaction, to: ReturnType<typeof addresseeOf>): Promise<void> {
  if (service.courier.kept?.includes('mail')) return
  await queueMail(service, tx, 'accountDeleted', { ...to, id: null })
}
