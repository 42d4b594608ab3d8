import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

interface NewFile {
  name: string
  bytes: Buffer
  sha256: Buffer
}

/** Stores the file, which replaces a former one; false: there is no such bulletin. */
export async function upsertFile(tx: Transaction, bulletinId: string, { name, bytes, sha256 }: NewFile) {
  const { numUpdatedRows } = await builder(tx)
    .updateTable('bulletin')
    .set({ file_name: name, file_bytes: bytes.length, file_sha256: sha256 })
    .where('id', '=', bulletinId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await builder(tx)
    .insertInto('bulletin_file')
    .values({ bulletin_id: bulletinId, bytes })
    .onConflict((on) => on.column('bulletin_id').doUpdateSet({ bytes }))
    .execute()
  return true
}

export async function deleteFile(tx: Transaction, bulletinId: string): Promise<void> {
  await builder(tx)
    .updateTable('bulletin')
    .set({ file_name: null, file_bytes: null, file_sha256: null })
    .where('id', '=', bulletinId)
    .execute()
  await builder(tx).deleteFrom('bulletin_file').where('bulletin_id', '=', bulletinId).execute()
}

/** Memory that a slow reader holds at most. */
const partBytes = 256 * 1024

/** The bytes of a file in parts; the transfer breaks off if the file is changed meanwhile. */
export async function* readFileParts(db: Session, bulletinId: string, sha256: Buffer, size: number) {
  for (let from = 0; from < size; from += partBytes) {
    const row = await builder(db)
      .selectFrom('bulletin_file')
      .innerJoin('bulletin', 'bulletin.id', 'bulletin_file.bulletin_id')
      .select(sql<Buffer>`substring(bulletin_file.bytes from ${from + 1}::int for ${partBytes}::int)`.as('part'))
      .where('bulletin_id', '=', bulletinId)
      .where('bulletin.file_sha256', '=', sha256)
      .executeTakeFirst()
    if (!row) throw new Error('the file was changed while it was read')
    yield row.part
  }
}
