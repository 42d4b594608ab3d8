import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

/** One hash over every row of every table: two that are equal say that nothing changed between them. */
export async function checksumOf({ pool }: Database): Promise<string> {
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const hash = createHash('sha256')
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ sum: string | null }>(
      `select md5(string_agg(t::text, e'\\n' order by t::text)) as sum from ${name} t`,
    )
    hash.update(`${name} ${rows[0]?.sum}\n`)
  }
  return hash.digest('hex')
}
