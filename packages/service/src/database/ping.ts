import type { Database } from './database.ts'

export async function ping({ pool }: Database): Promise<void> {
  await pool.query('select 1')
}
