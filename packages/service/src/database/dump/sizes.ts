import { query, type Session } from '../session.ts'

export interface TableSize {
  name: string
  /** The planner's estimate; -1: not analysed yet. */
  rows: number
  bytes: number
}

/** Sizes of all tables with their indexes, a partitioned table as one, the largest first. */
export async function findTableSizes(db: Session): Promise<TableSize[]> {
  const { rows } = await query<TableSize>(
    db,
    `select root.relname as name, coalesce(sum(part.reltuples), 0)::float8 as rows,
       coalesce(sum(pg_total_relation_size(part.oid)), 0)::float8 as bytes
     from pg_class root left join lateral (
       select root.oid, root.reltuples where root.relkind = 'r'
       union all
       select leaf.oid, greatest(leaf.reltuples, 0) from pg_partition_tree(root.oid) tree
         join pg_class leaf on leaf.oid = tree.relid where root.relkind = 'p' and tree.isleaf
     ) part on true
     where root.relnamespace = 'public'::regnamespace and root.relkind in ('r', 'p') and not root.relispartition
     group by root.relname order by bytes desc, name`,
    [],
  )
  return rows
}

/** As the server reports it: 18.4. */
export async function findServerVersion(db: Session): Promise<string> {
  const { rows } = await query<{ version: string }>(db, `select current_setting('server_version') as version`, [])
  return rows[0]?.version.split(' ')[0] ?? ''
}
