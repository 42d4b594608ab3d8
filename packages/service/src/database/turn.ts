import { sql } from 'kysely'
import { builder, type Session, type Transaction } from './session.ts'

/** Takes the next turn of a job if it is due. Of concurrent callers exactly one gets true. */
export async function takeTurn(tx: Transaction, name: string, now: number, everyMs: number): Promise<boolean> {
  const taken = await sql`
    insert into job (name, due_at) values (${name}, ${new Date(now + everyMs)})
    on conflict (name) do update set due_at = excluded.due_at where job.due_at <= ${new Date(now)}
    returning name`.execute(builder(tx))
  return taken.rows.length > 0
}

/** Names of jobs whose next turn is still to come. */
export async function findResting(db: Session, now: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from job where due_at > ${new Date(now)}`.execute(
    builder(db),
  )
  return new Set(rows.map(({ name }) => name))
}
