import type { Db } from './db.ts'
import { inner, type Session } from './session.ts'

/** The same database with access limited further to `stationIds`. */
export function limitTo(db: Db, stationIds: readonly string[]): Db {
  const limited = <T extends Session>(session: T): T => ({
    ...session,
    // Inherits instead of copying: in a transaction `kysely` is a lazy getter, which a copy would call.
    [inner]: Object.create(session[inner], { stations: { value: stationIds } }) as T[typeof inner],
  })
  return {
    read: limited(db.read),
    recent: limited(db.recent),
    ...(db.replica && { replica: { ...db.replica, session: limited(db.replica.session) } }),
    transaction: (work) => db.transaction((tx) => work(limited(tx))),
    repeatedTransaction: (work) => db.repeatedTransaction((tx) => work(limited(tx))),
    notices: db.notices,
    connections: () => db.connections(),
  }
}

/** Stations that a session is limited to; null: it is not. */
export const stationLimit = (session: Session): readonly string[] | null => session[inner].stations ?? null
