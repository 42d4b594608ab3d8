import type { Database } from './open-database.ts'

/** Append-only tables; rows are added to `operation` by `append_operation` alone. */
const logs = { operation: 'select', audit_head: 'select, insert', command_step: 'select, insert' }
const functions = ['append_operation', 'make_sample_partitions', 'drop_raw_month', 'cluster_raw_month']

/** Any number that no other advisory lock of the portal uses. */
const lockKey = 7_142_002

/**
 * Grants `role` what the service needs: reading and writing of rows, temporary tables, and the owner's functions.
 * Runs as the owner after each migration; several instances may start at once.
 */
export async function grantServiceRole(owner: Database, role: string): Promise<void> {
  const client = await owner.pool.connect()
  const name = client.escapeIdentifier(role)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    // Partitions are reached through their table.
    const { rows } = await client.query<{ table: string; rights: string }>(
      `select quote_ident(relname) as table,
         case relkind when 'v' then 'select' else 'select, insert, update, delete' end as rights
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
         and relname not like 'kysely%'`,
    )
    const temporary = await client.query<{ database: string; may: boolean }>(
      `select quote_ident(current_database()) as database,
         has_database_privilege($1, current_database(), 'temporary') as may`,
      [role],
    )
    const missing = temporary.rows.filter(({ may }) => !may)
    await client.query(
      [
        // Databases created before PostgreSQL 15 let everybody create tables in this schema.
        'revoke create on schema public from public',
        `grant usage on schema public to ${name}`,
        ...rows.map(({ table, rights }) => `grant ${rights} on ${table} to ${name}`),
        ...Object.keys(logs).map((table) => `revoke all on ${table} from ${name}`),
        ...Object.entries(logs).map(([table, rights]) => `grant ${rights} on ${table} to ${name}`),
        ...functions.map((each) => `grant execute on function ${each} to ${name}`),
        ...missing.map(({ database }) => `grant temporary on database ${database} to ${name}`),
      ].join(';'),
    )
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
