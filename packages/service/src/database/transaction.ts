import type { PoolClient } from 'pg'
import type { Database } from './database.ts'

/** Commits what `work` did, or nothing of it. A connection that failed is not used again. */
export async function inTransaction<T>(db: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  const ignore = () => {}
  // While it is checked out, nobody else hears that the connection died.
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
