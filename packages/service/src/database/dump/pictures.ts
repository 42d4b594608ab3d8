import type { ObjectStore } from '@helioport/object-store'
import type pg from 'pg'
import type { Database } from '../open-database.ts'
import type { DumpedTables } from './tables.ts'

/**
 * Advisory lock that a backup shares while it reads objects of the bucket, and that is tried before objects are removed.
 */
export const backupLock = 7_142_003

/** A picture that lies in the bucket; `type`: its media type. */
export interface PictureObject {
  key: string
  type: string
}

export interface SavedPicture extends PictureObject {
  bytes: Buffer
}

/** Pictures in the bucket; none where the schema is of a version that knew no bucket. */
export async function findPictureObjects(client: pg.ClientBase, { tables }: DumpedTables): Promise<PictureObject[]> {
  if (!tables.some(({ name, columns }) => name === 'picture' && columns.includes('object_key'))) return []
  const { rows } = await client.query<PictureObject>(
    'select object_key as key, type from picture where object_key is not null order by object_key',
  )
  return rows
}

/**
 * Puts saved pictures into the bucket, or without one into the database, after the rows were loaded and migrated. Rows
 * of pictures that were not saved go, and exports, whose files no backup contains. Returns the number of pictures.
 * @throws ObjectStoreError
 */
export async function placePictures(
  { pool }: Database,
  pictures: AsyncIterable<SavedPicture>,
  bucket: ObjectStore | undefined,
): Promise<number> {
  const placed: string[] = []
  for await (const { key, type, bytes } of pictures) {
    // An object of that key is this picture: keys are random, and never written twice.
    if (bucket) await bucket.replace(key, bytes, { type, cache: 'private' }, null)
    else await pool.query('update picture set bytes = $2, object_key = null where object_key = $1', [key, bytes])
    placed.push(key)
  }
  await pool.query('delete from picture where object_key is not null and object_key <> all($1::text[])', [placed])
  await pool.query('delete from export_task where object_key is not null')
  // They would be removed from a bucket that is configured later, and that may be the one of the saved portal.
  if (!bucket) await pool.query('delete from object_due')
  return placed.length
}
