import { QueryClient } from '@tanstack/react-query'
import { cacheMs, refreshOnFocusMs } from '@helioport/contract'
import { ApiError } from './api-error.ts'
import { onReadsForgotten } from './forget-reads.ts'

const maxRetries = 2

/** A retry may succeed: no reply arrived, or the service is briefly unavailable. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 503
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: cacheMs,
        gcTime: 2 * cacheMs,
        retry: (failures, error) => failures < maxRetries && isTransient(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        refetchOnWindowFocus: (query) =>
          Date.now() - query.state.dataUpdatedAt >= refreshOnFocusMs ? 'always' : false,
        refetchIntervalInBackground: false,
      },
      mutations: { retry: false },
    },
  })
}

export const queryClient = createQueryClient()
onReadsForgotten(() => queryClient.clear())
