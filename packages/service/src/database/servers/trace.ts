import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import pg from 'pg'

const traces = new AsyncLocalStorage<string>()

/** Whatever `work` asks the database says for which request it is. */
export const duringTrace = <T>(traceId: string, work: () => T): T => traces.run(traceId, work)

/** So the server's log and its list of what runs name the request; plans are kept by what is asked, not by what is remarked. */
const remarked = (text: string): string => {
  const traceId = traces.getStore()
  return traceId === undefined ? text : `/* trace ${traceId} */ ${text}`
}

/** A connection whose statements name the request that they are for. */
export class TracedClient extends pg.Client {
  override query = ((first: unknown, ...rest: unknown[]) => {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown
    if (typeof first === 'string') return query(remarked(first), ...rest)
    // A cursor or a COPY hands itself over: it is sent as it is.
    if (typeof (first as { submit?: unknown }).submit === 'function') return query(first, ...rest)
    const asked = first as pg.QueryConfig
    // One that is prepared is the same for every request.
    if (asked.name !== undefined) return query(first, ...rest)
    return query({ ...asked, text: remarked(asked.text) }, ...rest)
  }) as pg.Client['query']
}

/** Who waits for a connection is called by whoever gives one back: what he asks then is his own request's all the same. */
export class TracedPool extends pg.Pool {
  override connect = ((got?: (...args: unknown[]) => void) =>
    got ? super.connect(AsyncResource.bind(got)) : super.connect()) as pg.Pool['connect']
}
