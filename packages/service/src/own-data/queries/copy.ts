import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, query, type Session, type Transaction } from '../../database/session.ts'

/** An already compressed (deflate) file of a ZIP. */
export interface PackedFile {
  name: string
  /** CRC-32 and size (bytes) of the uncompressed file. */
  crc: number
  size: number
  packed: number
}

export type CopyRow = NonNullable<Awaited<ReturnType<typeof findCopy>>>

export async function findCopy(db: Session, accountId: string, now: number) {
  return builder(db)
    .selectFrom('account_copy')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
}

/** Inserts a new copy, which replaces the former one; a copy that is being written stays. */
export async function insertCopy(tx: Transaction, accountId: string, times: { now: number; expiresAt: number }) {
  const within = builder(tx)
  const [at, expires_at] = [new Date(times.now), new Date(times.expiresAt)]
  await within
    .deleteFrom('account_copy')
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([where('state', 'in', ['done', 'failed']), where('expires_at', '<=', instant(times.now))]),
    )
    .execute()
  await within
    .insertInto('account_copy')
    .values({ account_id: accountId, created_at: at, turn_at: at, expires_at })
    .onConflict((on) => on.doNothing())
    .execute()
  return within.selectFrom('account_copy').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
}

export async function deleteCopy(tx: Transaction, accountId: string): Promise<void> {
  await builder(tx).deleteFrom('account_copy').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredCopies(tx: Transaction, now: number): Promise<void> {
  await builder(tx).deleteFrom('account_copy').where('expires_at', '<=', instant(now)).execute()
}

/**
 * The copy with the oldest last step, locked until the end of the transaction: no other process works on it, and a
 * process that dies leaves it as it was before its step.
 */
export async function holdNextCopy(tx: Transaction) {
  return builder(tx)
    .selectFrom('account_copy')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .orderBy('turn_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function insertPart(
  tx: Transaction,
  copy: { id: string; no: number },
  file: Omit<PackedFile, 'packed'> & { body: Buffer },
): Promise<void> {
  const { name, crc, size, body } = file
  await builder(tx)
    .insertInto('account_copy_part')
    .values({ copy_id: copy.id, no: copy.no, name, crc, size, body })
    .execute()
}

/** Result of one step, and where the next one begins. */
export interface Progress {
  step: number
  after: string
  files: number
  bytes: number
  isDone: boolean
}

export async function setProgress(tx: Transaction, id: string, progress: Progress, now: number): Promise<void> {
  const { step, after, files, bytes, isDone } = progress
  await builder(tx)
    .updateTable('account_copy')
    .set({
      state: isDone ? 'done' : 'running',
      step,
      after,
      files: sql<number>`files + ${files}`,
      bytes: sql<number>`bytes + ${bytes}`,
      tries: 0,
      turn_at: new Date(now),
      finished_at: isDone ? new Date(now) : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Counts a failed step; after `mostTries` in a row the copy fails, and its parts are deleted. */
export async function noteFailure(tx: Transaction, id: string, mostTries: number, now: number): Promise<void> {
  const failed = await builder(tx)
    .updateTable('account_copy')
    .set({
      tries: sql<number>`tries + 1`,
      turn_at: new Date(now),
      state: sql<'failed'>`case when tries + 1 >= ${mostTries} then 'failed' else state end`,
      finished_at: sql<Date | null>`case when tries + 1 >= ${mostTries} then ${new Date(now)}::timestamptz end`,
    })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  if (failed?.state === 'failed') await builder(tx).deleteFrom('account_copy_part').where('copy_id', '=', id).execute()
}

/** Puts the copy behind the others that wait. */
export async function postponeCopy(tx: Transaction, id: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('account_copy')
    .set({ turn_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

export async function setFetched(tx: Transaction, id: string, now: number) {
  return builder(tx)
    .updateTable('account_copy')
    .set({ fetched_at: new Date(now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** All files of a copy without their contents, in order. */
export async function findParts(db: Session, copyId: string): Promise<PackedFile[]> {
  const { rows } = await query<PackedFile>(
    db,
    'select name, crc, size, length(body) as packed from account_copy_part where copy_id = $1 order by no',
    [copyId],
  )
  return rows
}

/** Contents of the files, one at a time. */
export async function* readBodies(db: Session, copyId: string): AsyncGenerator<Buffer> {
  for (let no = 0; ; no += 1) {
    const row = await builder(db)
      .selectFrom('account_copy_part')
      .select('body')
      .where('copy_id', '=', copyId)
      .where('no', '=', no)
      .executeTakeFirst()
    if (!row) return
    yield row.body
  }
}
