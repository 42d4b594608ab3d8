import type { Service } from '../base/service.ts'
import { storeWrite, wroteWithin } from './queries/account-write.ts'

/**
 * How long an account that wrote reads from the primary, in ms: a replica is at most 5 s behind, and derived figures of
 * lists follow some seconds after a write.
 */
const ownWritesMs = 15_000

/** The service for reading pages: `recent` reads from the replica, unless the account wrote just now. */
export async function readerOf(service: Service, accountId: string): Promise<Service> {
  const { db } = service
  if (!db.replica || (await wroteWithin(db.read, accountId, ownWritesMs))) return service
  return { ...service, db: { ...db, recent: db.replica.session } }
}

/** Records a write in the database, so that all instances know: the next request may reach another one. */
export async function noteWrite({ db }: Service, accountId: string): Promise<void> {
  // A failure is ignored: the write itself is committed, and without the database no read works either.
  if (db.replica) await db.transaction((tx) => storeWrite(tx, accountId)).catch(() => {})
}
