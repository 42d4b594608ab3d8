import { type Kysely, sql } from 'kysely'

/** What the gateway told of a short message after it took it: that it came to the phone, or that it did not, and why. */
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
