import type { Notices } from './notices.ts'
import type { Replica } from './servers/replica.ts'
import type { Session, Transaction } from './session.ts'

/** The rules' only access to the database; the SQL itself is in `queries/`. */
export interface Db {
  /** Reads, each statement on any connection. */
  read: Session
  /** Reads that may be 5 s old: from a replica, if any, unless the account wrote just now (see http/register.ts). */
  recent: Session
  /** Commits all that `work` wrote, or nothing where it rejects. `work` uses `tx` alone while it runs. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * The same with retries after a deadlock, for work that deletes rows that jobs and loggers write to in another order.
   * `work` may run several times and has no side effects outside `tx`.
   */
  repeatedTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Hints from all instances (see migration 0013-live-events). */
  notices: Notices
  /** Absent: all reads use the writable server. */
  replica?: Omit<Replica, 'close'>
  /** Counts of the pool's connections, and of requests that wait for a connection. */
  connections: () => { idle: number; used: number; waiting: number }
}
