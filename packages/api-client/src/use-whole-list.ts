import { maxPageSize } from '@helioport/contract'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { callWith } from './call.ts'
import type { Args, ReadName, Reply } from './endpoint-types.ts'
import { type EndpointOptions, type EndpointState, keyOf, useEndpoint } from './use-endpoint.ts'

/** Most rows that are read of a list. */
const mostRows = 2_000

/**
 * Reads all pages of a list, up to 2,000 rows, such as the devices of a large station; the query names no page. `data`
 * comes with the last page; `total` counts all rows.
 */
export function useWholeList<N extends ReadName>(
  name: N,
  args: Args<N>,
  options: Omit<EndpointOptions, 'kept'> = {},
): EndpointState<Reply<N>> {
  const pageOf = (page: number) => ({
    ...args,
    query: { ...args.query, page, pageSize: maxPageSize },
  })
  const first = useEndpoint(name, pageOf(1) as unknown as Args<N>, options)
  const pages = Math.ceil(Math.min(first.total ?? 0, mostRows) / maxPageSize)
  const rest = useQuery({
    queryKey: [...keyOf(name, pageOf(2)), 'and on', pages],
    queryFn: async ({ signal }) => {
      const rows: unknown[] = []
      for (let page = 2; page <= pages; page += 1)
        rows.push(...(((await callWith(name, pageOf(page), signal)).data ?? []) as unknown[]))
      return rows
    },
    enabled: (options.enabled ?? true) && pages > 1 && !first.isPrevious,
    refetchInterval: options.refetchMs ?? false,
  })
  if (pages <= 1 || first.data === undefined) return first
  const error = first.error ?? ((rest.error ?? undefined) as ApiError | undefined)
  const whole = rest.data && ([...(first.data as unknown[]), ...rest.data] as Reply<N>)
  return {
    ...first,
    data: whole,
    error,
    isLoading: whole === undefined && error === undefined,
    isFetching: first.isFetching || rest.isFetching,
    refetch: () => {
      first.refetch()
      void rest.refetch()
    },
  }
}
