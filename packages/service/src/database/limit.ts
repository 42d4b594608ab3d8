import type { Db } from './db.ts'
import { inner, type Session } from './session.ts'

/** The same database, in which stations are within reach only if they are among `stationIds`, too. */
export function limitTo(db: Db, stationIds: readonly string[]): Db {
  const limited = <T extends Session>(session: T): T => ({
    ...session,
    // The connection is made when it is asked for: what makes it stays where it is.
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
