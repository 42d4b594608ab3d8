import { type Kysely, sql } from 'kysely'

/** Who rejected a large order, when and why. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table command
      add column rejected_by uuid references account on delete set null,
      add column rejected_at timestamptz,
      add column rejection text`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command drop column rejection, drop column rejected_at, drop column rejected_by`.execute(db)
}

export const orderRejection = { up, down }
