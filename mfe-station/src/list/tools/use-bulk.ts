import { useState } from 'react'
import type { RowResult } from '@helioport/contract'
import { ApiError, call } from '@helioport/api-client'
import { endpointQuery, type ListQuery } from '../list-query.ts'
import { chunksOf, type Selection } from './selection.ts'

/** A bulk action: `most` stations in one request; returns a result for each. */
export interface BulkAction {
  most: number
  send: (stationIds: string[]) => Promise<readonly RowResult[]>
}

export interface BulkState {
  done: number
  all: number
  isRunning: boolean
  results: readonly RowResult[]
}

/** Ids of the selection; "all matching" is resolved by the service. */
async function idsOf(selection: Selection, query: ListQuery): Promise<readonly string[]> {
  if (selection.kind === 'rows') return selection.ids
  const { page: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = endpointQuery(query)
  return (await call('GET /station-ids', { query: filter })).data ?? []
}

/**
 * Runs an action on many stations in chunks and reports the progress. A failure of one station does not stop the
 * others.
 */
export function useBulk(query: ListQuery, onDone: () => void) {
  const [state, setState] = useState<BulkState>()
  const run = async (selection: Selection, { most, send }: BulkAction) => {
    const ids = await idsOf(selection, query)
    const results: RowResult[] = []
    setState({ done: 0, all: ids.length, isRunning: true, results })
    for (const chunk of chunksOf(ids, most)) {
      try {
        // Sequential, so that a large action only slows down the person who started it.
        results.push(...(await send(chunk)))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // A person who closes the password dialog knows that nothing was done.
        if (error.code === 'session.proofRequired') {
          if (results.length === 0) return setState(undefined)
          break
        }
        const { code } = error
        results.push(...chunk.map((stationId) => ({ stationId, errorCode: code as RowResult['errorCode'] })))
      }
      setState({ done: results.length, all: ids.length, isRunning: true, results: [...results] })
    }
    setState({ done: results.length, all: ids.length, isRunning: false, results })
    onDone()
  }
  return { state, run, close: () => setState(undefined) }
}
