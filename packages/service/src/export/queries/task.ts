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

/** Adds a chunk of the file. Null: the task was removed, or another instance has it. */
export async function insertChunk(
  tx: Transaction,
  task: { id: string; claimedAt: number },
  no: number,
  body: Buffer,
  now: number,
): Promise<number | null> {
  const within = builder(tx)
  const held = await within
    .updateTable('export_task')
    .set({ claimed_at: new Date(now), bytes: sql<number>`bytes + ${body.length}` })
    .where('id', '=', task.id)
    .where('state', '=', 'running')
    .where('claimed_at', '=', instant(task.claimedAt))
    .returning('claimed_at')
    .executeTakeFirst()
  if (!held) return null
  await within.insertInto('export_chunk').values({ task_id: task.id, no, body }).execute()
  return held.claimed_at
}

export async function endExportTask(
  tx: Transaction,
  id: string,
  end: { state: ExportTask['state']; errorCode: string | null; rows: number },
  now: number,
): Promise<void> {
  await builder(tx)
    .updateTable('export_task')
    .set({ state: end.state, error_code: end.errorCode, rows: end.rows, finished_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  if (end.state !== 'done') await builder(tx).deleteFrom('export_chunk').where('task_id', '=', id).execute()
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
