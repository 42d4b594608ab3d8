import type { Notices } from './notices.ts'
import type { Replica } from './servers/replica.ts'
import type { Session, Transaction } from './session.ts'

/** The one way to the database, as rules have it: what they ask and write stands in queries. */
export interface Db {
  /** Reads, each statement on any connection. */
  read: Session
  /** Reads that may be 5 s old: of a replica where there is one, for whoever did not write just now (see http/register.ts). */
  recent: Session
  /** Commits all that `work` wrote, or nothing of it where it rejects. Nothing else is asked for while it runs. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * The same for work that takes away what jobs and loggers write to at the same time, in an order of their own: done
   * again where both waited for each other. `work` may run several times and touches nothing but `tx`.
   */
  repeatedTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Hints that any instance sends (see the migration of live events). */
  notices: Notices
  /** Absent: all is read where it is written. */
  replica?: Omit<Replica, 'close'>
  /** Connections to the server, and requests that wait for one. */
  connections: () => { idle: number; used: number; waiting: number }
}
