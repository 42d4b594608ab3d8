import { createContext, useContext } from 'react'
import type { RouteTable } from '../routing/route-table.ts'

/** Routes and menu of the verified release index. */
export const RouteTableContext = createContext<RouteTable | null>(null)

export function useRouteTable(): RouteTable {
  const table = useContext(RouteTableContext)
  if (!table) throw new Error('RouteTableContext is missing')
  return table
}
