import type { ColumnType } from 'kysely'

/** timestamptz: read as epoch ms, written as Date. */
export type Instant = ColumnType<number, Date, Date>
export type MaybeInstant = ColumnType<number | null, Date | null, Date | null>
