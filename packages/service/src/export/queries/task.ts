import type { ExportTask, ExportTaskInput } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Adds a task if fewer than `maxWaiting` of the account wait or run, also with concurrent requests. */
export async function insertExportTask(
  tx: Transaction,
  accountId: string,
  input: ExportTaskInput,
  times: { now: number; expiresAt: number },
  maxWaiting: number,
) {
  const trx = builder(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${accountId}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('export_task')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  if (count >= maxWaiting) return null
  return trx
    .insertInto('export_task')
    .values({
      account_id: accountId,
      input: JSON.stringify(input),
      created_at: new Date(times.now),
      expires_at: new Date(times.expiresAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findExportTasks(
  db: Session,
  accountId: string,
  now: number,
  page: { limit: number; offset: number },
) {
  const found = builder(db)
    .selectFrom('export_task')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', instant(now))
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findExportTask(db: Session, accountId: string, id: string, now: number) {
  return builder(db)
    .selectFrom('export_task')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
}

export async function deleteExportTask(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('export_task')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredTasks(tx: Transaction, now: number): Promise<void> {
  await builder(tx).deleteFrom('export_task').where('expires_at', '<=', instant(now)).execute()
}

/** Takes the oldest task that waits, or whose instance made no progress since `lostBefore`; it starts again. */
export async function takeExportTask(tx: Transaction, now: number, lostBefore: number) {
  const within = builder(tx)
  const task = await within
    .updateTable('export_task')
    .set({ state: 'running', claimed_at: new Date(now), rows: 0, bytes: 0 })
    .where('id', '=', (where) =>
      where
        .selectFrom('export_task')
        .select('id')
        .where((own) =>
          own.or([
            own('state', '=', 'queued'),
            own.and([own('state', '=', 'running'), own('claimed_at', '<', instant(lostBefore))]),
          ]),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  if (task) await within.deleteFrom('export_chunk').where('task_id', '=', task.id).execute()
  return task
}

/**
 * Renews the claim of an instance after `bytes` more of the file. Returns the time of the new claim; null: the task was
 * removed, or another instance has it.
 */
export async function holdExportTask(
  tx: Transaction,
  task: { id: string; claimedAt: number },
  bytes: number,
  now: number,
): Promise<number | null> {
  const held = await builder(tx)
    .updateTable('export_task')
    .set({ claimed_at: new Date(now), bytes: sql<number>`bytes + ${bytes}` })
    .where('id', '=', task.id)
    .where('state', '=', 'running')
    .where('claimed_at', '=', instant(task.claimedAt))
    .returning('claimed_at')
    .executeTakeFirst()
  return held?.claimed_at ?? null
}

export async function insertChunk(tx: Transaction, taskId: string, no: number, body: Buffer): Promise<void> {
  await builder(tx).insertInto('export_chunk').values({ task_id: taskId, no, body }).execute()
}

export interface ExportEnd {
  state: ExportTask['state']
  errorCode: string | null
  rows: number
  /** The object of the bucket that the file is, if it is one. */
  objectKey: string | null
}

/** False: the task was removed, or another instance ended it. */
export async function endExportTask(tx: Transaction, id: string, end: ExportEnd, now: number): Promise<boolean> {
  const { numUpdatedRows } = await builder(tx)
    .updateTable('export_task')
    .set({
      state: end.state,
      error_code: end.errorCode,
      rows: end.rows,
      object_key: end.objectKey,
      finished_at: new Date(now),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (end.state !== 'done') await builder(tx).deleteFrom('export_chunk').where('task_id', '=', id).execute()
  return numUpdatedRows > 0n
}

/** Chunks of the file, one at a time. */
export async function* readChunks(db: Session, id: string): AsyncGenerator<Buffer> {
  for (let no = 0; ; no += 1) {
    const row = await builder(db)
      .selectFrom('export_chunk')
      .select('body')
      .where('task_id', '=', id)
      .where('no', '=', no)
      .executeTakeFirst()
    if (!row) return
    yield row.body
  }
}
