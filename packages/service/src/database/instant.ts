import { type ColumnType, type RawBuilder, sql } from 'kysely'

/** timestamptz: read as epoch ms, written as Date. */
export type Instant = ColumnType<number, Date, Date>
export type MaybeInstant = ColumnType<number | null, Date | null, Date | null>

/** Epoch ms as a timestamptz for comparisons; columns are read as epoch ms. */
export function instant(epochMs: number): RawBuilder<number> {
  return sql<number>`${new Date(epochMs)}::timestamptz`
}
