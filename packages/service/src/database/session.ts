import type { CompiledQuery, Kysely } from 'kysely'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Tables } from './tables.ts'

/** The key to a session's connection: only code in database/ and queries/ imports it. */
export const inner: unique symbol = Symbol('inner')

interface Inner {
  kysely: Kysely<Tables>
  /** `name`: see `prepared`. */
  query: <R extends QueryResultRow>(text: string, values?: readonly unknown[], name?: string) => Promise<QueryResult<R>>
  /** See limit.ts. */
  stations?: readonly string[]
}

/** Access for queries that only read. */
export interface Session {
  readonly [inner]: Inner
}

/** Access for queries that write: one connection with an open transaction. Reads see its own writes. */
export interface Transaction extends Session {
  readonly [inner]: Inner & { client: PoolClient }
}

/** The part of the query builder that only reads. */
type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** The query builder on the session's connection; without a transaction it builds no write. */
export function builder(session: Transaction): Kysely<Tables>
export function builder(session: Session): Reader
export function builder(session: Session): Kysely<Tables> {
  return session[inner].kysely
}

/** One SQL statement with its parameters. */
export function query<R extends QueryResultRow>(
  session: Session,
  text: string,
  values?: readonly unknown[],
): Promise<QueryResult<R>> {
  return session[inner].query<R>(text, values)
}

/**
 * A prepared statement, for SQL that every request runs: after a few executions PostgreSQL keeps its plan. The plan is
 * the same for all values, so use it for look-ups by key only. `name`: unique to this text.
 */
export async function prepared<R>(session: Session, name: string, { sql, parameters }: CompiledQuery<R>): Promise<R[]> {
  const { rows } = await session[inner].query<R & QueryResultRow>(sql, parameters, name)
  return rows
}

/** The connection itself, for COPY. */
export const clientOf = (tx: Transaction): PoolClient => tx[inner].client

/** LIKE pattern that finds `text` anywhere in another text; special characters are escaped. */
export const likeOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Words of at least this many characters are found by trigrams (pg_trgm), shorter ones by `signs_of`. */
const leastPiece = 3

export const isShortWord = (search: string): boolean => [...search].length < leastPiece
