import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from './api-error.ts'
import { callWith } from './call.ts'
import type { Args, ReadName, Reply } from './endpoint-types.ts'
import type { Result } from './envelope.ts'
import { keepRead, keptRead } from './kept-reads.ts'

export interface EndpointOptions {
  /** Interval of refetching, ms, while the tab is visible. */
  refetchMs?: number
  enabled?: boolean
  /**
   * The release of the page's code (`ownRelease`), for a page that shows when its figures arrived. The next visit shows
   * the figures of this visit until its own arrive.
   */
  kept?: string
}

export interface EndpointState<T> {
  /** Undefined: nothing has arrived yet, or the service's reply was empty. */
  data: T | undefined
  total: number | undefined
  /** The last try failed; `data` may still hold the previous reply. */
  error: ApiError | undefined
  /** Neither data nor an error yet: show the skeleton. */
  isLoading: boolean
  isFetching: boolean
  /** `data` belongs to the previous arguments; the reply to the new ones has not arrived. */
  isPrevious: boolean
  /** When `data` arrived, epoch ms; 0: not yet. */
  updatedAt: number
  refetch: () => void
}

type EndpointArgs<N extends ReadName> =
  Record<string, never> extends Args<N>
    ? [args?: Args<N>, options?: EndpointOptions]
    : [args: Args<N>, options?: EndpointOptions]

/** Key of one read in the query cache. */
export const keyOf = (name: string, args?: object) => (args ? [name, args] : [name])

/** Reads an endpoint and keeps it fresh; previous data stay while new arguments load. */
export function useEndpoint<N extends ReadName>(
  name: N,
  ...[args, options = {}]: EndpointArgs<N>
): EndpointState<Reply<N>> {
  const query = useQuery({
    queryKey: keyOf(name, args),
    queryFn: ({ signal }) => callWith(name, args, signal),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
  })
  const key = JSON.stringify(args ?? {})
  const error = useLastError(`${name} ${key}`, query)
  const kept = useKept(name, key, options.kept, {
    result: query.isPlaceholderData ? undefined : query.data,
    at: query.dataUpdatedAt,
  })
  if (query.data === undefined && kept !== undefined) {
    const { data, total } = kept.result as Result<Reply<N>>
    const shown = { data: data ?? undefined, total, updatedAt: kept.at, isLoading: false, isPrevious: false }
    return { ...shown, error, isFetching: query.isFetching, refetch: () => void query.refetch() } // prettier-ignore
  }
  return {
    data: query.data?.data ?? undefined,
    total: query.data?.total,
    error,
    isLoading: query.isPending && query.fetchStatus !== 'idle' && error === undefined,
    isFetching: query.isFetching,
    isPrevious: query.isPlaceholderData,
    updatedAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
  }
}

interface Tried {
  data: unknown
  error: Error | null
  isFetching: boolean
}

/** The error of the last try. The query library forgets it while a read without data is tried again by itself. */
function useLastError(read: string, { data, error, isFetching }: Tried): ApiError | undefined {
  const [last, setLast] = useState({ read, error })
  const isSame = last.read === read
  const known = isSame && error === null && isFetching && data === undefined ? last.error : error
  if (!isSame || last.error !== known) setLast({ read, error: known })
  return (known as ApiError | null) ?? undefined
}

interface Read {
  result: Result<unknown> | undefined
  at: number
}

/** The kept read of the last visit until this visit has its own, which is then kept. `args`: a JSON text. */
function useKept(name: string, args: string, release: string | undefined, { result, at }: Read) {
  const find = () => (release === undefined || result !== undefined ? undefined : keptRead(name, args, release))
  const [state, setState] = useState(() => ({ args, kept: find() }))
  if (state.args !== args) setState({ args, kept: find() })
  useEffect(() => {
    if (release !== undefined && result !== undefined) keepRead(name, args, release, { at, result })
  }, [name, args, release, result, at])
  return state.args === args ? state.kept : undefined
}
