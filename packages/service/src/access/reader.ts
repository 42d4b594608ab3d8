import type { Service } from '../base/service.ts'
import { storeWrite, wroteWithin } from './queries/account-write.ts'

/**
 * A replica is at most 5 s behind; what follows from a write (kept figures of lists) is there some seconds after it. So
 * long whoever wrote reads where he wrote, in ms.
 */
const ownWritesMs = 15_000

/** The same service for who reads pages: of the replica what may be some seconds old, unless the account wrote just now. */
export async function readerOf(service: Service, accountId: string): Promise<Service> {
  const { db } = service
  if (!db.replica || (await wroteWithin(db.read, accountId, ownWritesMs))) return service
  return { ...service, db: { ...db, recent: db.replica.session } }
}

/** Every instance hears of it, since the next request may come to another one. */
export async function noteWrite({ db }: Service, accountId: string): Promise<void> {
  // What was written stands; where this cannot be noted, nothing can be read either.
  if (db.replica) await db.transaction((tx) => storeWrite(tx, accountId)).catch(() => {})
}
