import { type Kysely, sql } from 'kysely'

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      id uuid primary key default gen_random_uuid(),
      user_name text not null,
      email text not null,
      password_hash text not null,
      role text not null check (role in ('owner', 'operator')),
      state_name text not null,
      activated_at timestamptz,
      nickname text not null,
      phone text not null default '',
      address text not null default '',
      province text not null default '',
      city text not null default '',
      time_zone_offset smallint not null default 480,
      feed_in_tariff double precision,
      currency text not null default 'CNY',
      video_url text not null default '',
      created_at timestamptz not null
    )`.execute(db)
  // A user name must not look like an email: both are typed into the same field to sign in.
  await sql`alter table account add constraint account_user_name_no_at check (position('@' in user_name) = 0)`.execute(
    db,
  )
  await sql`create unique index account_user_name on account (lower(user_name))`.execute(db)
  await sql`create unique index account_email on account (lower(email))`.execute(db)
  await sql`
    create table session (
      token_hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index session_account on session (account_id)`.execute(db)
  await sql`
    create table sign_in_attempt (
      id bigint generated always as identity primary key,
      account_key bytea not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index sign_in_attempt_key on sign_in_attempt (account_key, at)`.execute(db)
  await sql`create index sign_in_attempt_at on sign_in_attempt (at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sign_in_attempt, session, account`.execute(db)
}

export const accounts = { up, down }
