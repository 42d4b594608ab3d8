import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import pg from 'pg'

const traces = new AsyncLocalStorage<string>()

/** Statements that `work` runs carry the request's trace id. */
export const duringTrace = <T>(traceId: string, work: () => T): T => traces.run(traceId, work)

/** The server's log and pg_stat_activity then name the request; comments do not change a statement's query id. */
const remarked = (text: string): string => {
  const traceId = traces.getStore()
  return traceId === undefined ? text : `/* trace ${traceId} */ ${text}`
}

/** A connection whose statements carry the trace id of their request. */
export class TracedClient extends pg.Client {
  override query = ((first: unknown, ...rest: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof first === 'string') return query(remarked(first), ...rest)
    // A cursor or a COPY is an object with its own `submit`: sent unchanged.
    if (typeof (first as { submit?: unknown }).submit === 'function') return query(first, ...rest)
    const asked = first as pg.QueryConfig
    // The text of a prepared statement must be the same for every request.
    if (asked.name !== undefined) return query(first, ...rest)
    return query({ ...asked, text: remarked(asked.text) }, ...rest)
  }) as pg.Client['query']
}

/**
 * The pool calls a waiting caller in the context of the request that released the connection: restores the caller's
 * own.
 */
export class TracedPool extends pg.Pool {
  override connect = ((got?: (...args: unknown[]) => void) =>
    got ? super.connect(AsyncResource.bind(got)) : super.connect()) as pg.Pool['connect']
}
