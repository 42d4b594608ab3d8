import { type Kysely, sql } from 'kysely'

/** The gateway's receipt of an accepted SMS: delivered or not, and why not. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message
      add column receipt text check (receipt in ('delivered', 'undelivered')),
      add column receipt_at timestamptz,
      add column receipt_reason text not null default ''`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message drop column receipt, drop column receipt_at, drop column receipt_reason`.execute(db)
}

export const smsReceipts = { up, down }
