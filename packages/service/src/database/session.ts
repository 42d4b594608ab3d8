import type { CompiledQuery, Kysely } from 'kysely'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Tables } from './tables.ts'

/** The key to a session's connection: only what lies in database/ and queries/ imports it. */
export const inner: unique symbol = Symbol('inner')

interface Inner {
  kysely: Kysely<Tables>
  /** `name`: see `prepared`. */
  query: <R extends QueryResultRow>(text: string, values?: readonly unknown[], name?: string) => Promise<QueryResult<R>>
  /** See limit.ts. */
  stations?: readonly string[]
}

/** What a query that only reads is given. */
export interface Session {
  readonly [inner]: Inner
}

/** What a query that writes is given: one connection with an open transaction. It reads what it wrote. */
export interface Transaction extends Session {
  readonly [inner]: Inner & { client: PoolClient }
}

/** What a session that only reads may build. */
type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** The query builder on the session's connection; without a transaction it builds no write. */
export function builder(session: Transaction): Kysely<Tables>
export function builder(session: Session): Reader
export function builder(session: Session): Kysely<Tables> {
  return session[inner].kysely
}

/** One statement in SQL, with its values beside it. */
export function query<R extends QueryResultRow>(
  session: Session,
  text: string,
  values?: readonly unknown[],
): Promise<QueryResult<R>> {
  return session[inner].query<R>(text, values)
}

/**
 * A statement that every request asks for: a connection's server plans it a few times and then no more. Its plan is the
 * same for all values, so it is for what is found by keys alone. `name`: of this text and no other.
 */
export async function prepared<R>(session: Session, name: string, { sql, parameters }: CompiledQuery<R>): Promise<R[]> {
  const { rows } = await session[inner].query<R & QueryResultRow>(sql, parameters, name)
  return rows
}

/** The connection itself, for COPY. */
export const clientOf = (tx: Transaction): PoolClient => tx[inner].client

/** Pattern of a text that stands anywhere in another; what means something in a pattern is taken as it is. */
export const likeOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Of so many signs on a word is found by its pieces (pg_trgm), with fewer by its signs (`signs_of`). */
const leastPiece = 3

export const isShortWord = (search: string): boolean => [...search].length < leastPiece
