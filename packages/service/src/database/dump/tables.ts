import type pg from 'pg'

/** What is needed beside the rows to load a dump. */
export interface DumpedTables {
  /** In the order of their names; without generated columns. */
  tables: { name: string; columns: string[] }[]
  /** Partitions by month; `bound` in SQL. */
  partitions: { name: string; parent: string; bound: string }[]
  sequences: { name: string; value: string }[]
}

/** The migrator's tables are filled by running the migrations. */
const notDumped = "relname not like 'kysely%'"

export async function findTables(client: pg.ClientBase): Promise<DumpedTables> {
  const tables = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${notDumped}
     group by relname order by relname`,
  )
  const partitions = await client.query<DumpedTables['partitions'][number]>(
    `select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
     from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where child.relispartition and child.relkind in ('r', 'p') and child.relnamespace = 'public'::regnamespace
     order by child.relname`,
  )
  return { tables: tables.rows, partitions: partitions.rows, sequences: await findSequences(client) }
}

/** Sequences follow no snapshot: read after it, they are at or beyond every number in it. */
async function findSequences(client: pg.ClientBase): Promise<DumpedTables['sequences']> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}
