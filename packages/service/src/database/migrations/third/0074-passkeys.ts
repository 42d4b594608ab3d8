import { type Kysely, sql } from 'kysely'

/** Public keys of passkeys, and challenges that browsers were asked to sign, each valid once. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkey (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      -- What the authenticator counted at its last use; 0: it does not count.
      counter bigint not null,
      transports text[] not null,
      name text not null,
      is_synced boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkey_account on passkey (account_id)`.execute(db)
  await sql`
    create table passkey_challenge (
      hash bytea primary key,
      purpose text not null check (purpose in ('add', 'signIn', 'proof')),
      -- The session that asked; null: nobody was signed in.
      session_id uuid references session (id) on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenge_expiry on passkey_challenge (expires_at)`.execute(db)
  await sql`create index passkey_challenge_session on passkey_challenge (session_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table passkey_challenge, passkey`.execute(db)
}

export const passkeys = { up, down }
