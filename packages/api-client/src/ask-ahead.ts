import { callWith } from './call.ts'
import type { Args, ReadName } from './endpoint-types.ts'
import { queryClient } from './query-client.ts'
import { keyOf } from './use-endpoint.ts'

type AheadArgs<N extends ReadName> =
  Record<string, never> extends Args<N> ? [name: N, args?: Args<N>] : [name: N, args: Args<N>]

/**
 * Prefetches a read of the next page, with the arguments of its `useEndpoint`, unless the cache holds it fresh.
 * Failures are ignored: the page asks again and reports them.
 */
export function askAhead<N extends ReadName>(...[name, args]: AheadArgs<N>): void {
  void queryClient.prefetchQuery({
    queryKey: keyOf(name, args),
    queryFn: ({ signal }) => callWith(name, args, signal),
    retry: false,
  })
}
