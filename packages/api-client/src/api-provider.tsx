import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './query-client.ts'

interface ApiProviderProps {
  children: ReactNode
  client?: QueryClient
}

export function ApiProvider({ children, client = queryClient }: ApiProviderProps) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
