import { type RawBuilder, sql } from 'kysely'

/** Epoch ms as a timestamptz for comparisons; columns are read as epoch ms. */
export function instant(epochMs: number): RawBuilder<number> {
  return sql<number>`${new Date(epochMs)}::timestamptz`
}
