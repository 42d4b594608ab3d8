import { type Kysely, sql } from 'kysely'

/** OpenID identities of accounts, and sign-ins with a provider that are not finished. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table openid_identity (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      issuer text not null,
      subject text not null,
      email text not null,
      linked_at timestamptz not null,
      last_used_at timestamptz,
      unique (issuer, subject)
    )`.execute(db)
  await sql`create index openid_identity_account on openid_identity (account_id)`.execute(db)
  await sql`
    create table openid_flow (
      token_hash bytea primary key,
      provider text not null,
      -- What was sent along and has to come back; sealed.
      sent bytea not null,
      expires_at timestamptz not null,
      -- Nulls: nobody came back yet.
      issuer text,
      subject text,
      email text
    )`.execute(db)
  await sql`create index openid_flow_expiry on openid_flow (expires_at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table openid_flow, openid_identity`.execute(db)
}

export const openid = { up, down }
