import { useState } from 'react'
import type { RowResult } from '@helioport/contract'
import { ApiError, call } from '@helioport/api-client'
import { endpointQuery, type ListQuery } from '../list-query.ts'
import { chunksOf, type Selection } from './selection.ts'

/** What is done with so many stations in one request, and what came of each. */
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

/** Ids of what was chosen; of all that a filter finds the service knows them. */
async function idsOf(selection: Selection, query: ListQuery): Promise<readonly string[]> {
  if (selection.kind === 'rows') return selection.ids
  const { page: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = endpointQuery(query)
  return (await call('GET /station-ids', { query: filter })).data ?? []
}

/** Does something with many stations, some at a time, and tells how far it is. What fails for one stops no other. */
export function useBulk(query: ListQuery, onDone: () => void) {
  const [state, setState] = useState<BulkState>()
  const run = async (selection: Selection, { most, send }: BulkAction) => {
    const ids = await idsOf(selection, query)
    const results: RowResult[] = []
    setState({ done: 0, all: ids.length, isRunning: true, results })
    for (const chunk of chunksOf(ids, most)) {
      try {
        // One after the other: a person who asks for much takes the time from himself.
        results.push(...(await send(chunk)))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Who closes the dialog for the password knows that nothing was done.
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
