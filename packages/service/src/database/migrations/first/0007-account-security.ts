import { type Kysely, sql } from 'kysely'

/**
 * Several emails per account, mailed codes and links, the message queue, browsers that signed in before, counted
 * attempts, the authenticator app, and choices for pages and mails.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // Names that look alike count as one name: O and 0, l, I and 1, rn and m. User names in other scripts are not
  // allowed.
  await sql`
    alter table account
      add column name_skeleton text generated always as
        (translate(replace(lower(user_name), 'rn', 'm'), '01i', 'oll')) stored,
      add column phone_bound_at timestamptz,
      add column password_changed_at timestamptz,
      add column info_items text[] not null default '{powerNow,energyToday,energyMonth,energyTotal}',
      add column mail_locale text not null default 'zh-CN',
      add column daily_service boolean not null default false,
      add column daily_report boolean not null default false`.execute(db)
  await sql`create unique index account_name_skeleton on account (name_skeleton)`.execute(db)
  await sql`
    alter table session
      add column id uuid not null default gen_random_uuid() unique,
      add column last_seen_at timestamptz,
      add column user_agent text not null default ''`.execute(db)
  await createEmails(db)
  await sql`
    create table one_time_code (
      purpose text not null check (purpose in ('registration', 'password', 'email', 'phone')),
      target text not null,
      code_hash bytea not null,
      expires_at timestamptz not null,
      primary key (purpose, target)
    )`.execute(db)
  await sql`
    create table mail_link (
      token_hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      purpose text not null check (purpose in ('activation', 'service', 'report')),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index mail_link_account on mail_link (account_id)`.execute(db)
  // Requests without a sign-in are answered by a job, so that the reply does not reveal whether the account exists.
  await sql`
    create table mail_request (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('registration', 'activation', 'password')),
      target text not null,
      locale text,
      at timestamptz not null
    )`.execute(db)
  await sql`
    create table message (
      id uuid primary key default gen_random_uuid(),
      account_id uuid references account on delete cascade,
      channel text not null check (channel in ('mail', 'sms')),
      kind text not null,
      recipient text not null,
      -- Sealed with the service's key; gone once it was delivered.
      content bytea,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tries smallint not null default 0,
      sent_at timestamptz,
      failed_at timestamptz,
      last_error text not null default ''
    )`.execute(db)
  await sql`create index message_due on message (due_at) where sent_at is null and failed_at is null`.execute(db)
  await sql`create index message_account on message (account_id)`.execute(db)
  await sql`
    create table daily_mail (
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('service', 'report')),
      day date not null,
      primary key (account_id, kind, day)
    )`.execute(db)
  await sql`
    create table known_browser (
      token_hash bytea primary key,
      account_id uuid not null references account on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index known_browser_account on known_browser (account_id)`.execute(db)
  await sql`
    create table totp (
      account_id uuid primary key references account on delete cascade,
      secret bytea not null,
      confirmed_at timestamptz,
      -- 30-second step of the newest code that was taken: none counts twice.
      last_step bigint
    )`.execute(db)
  await sql`drop table sign_in_attempt`.execute(db)
  await sql`
    create table attempt (
      id bigint generated always as identity primary key,
      key bytea not null,
      at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index attempt_key on attempt (key, at)`.execute(db)
  await sql`create index attempt_expires on attempt (expires_at)`.execute(db)
}

/** Every address belongs to one account at most; the primary one is the account's own column, copied by a trigger. */
async function createEmails(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      email text not null,
      added_at timestamptz not null
    )`.execute(db)
  await sql`create unique index email_email on email (lower(email))`.execute(db)
  await sql`create index email_of_account on email (account_id)`.execute(db)
  await sql`insert into email (account_id, email, added_at) select id, email, created_at from account`.execute(db)
  await sql`
    create function keep_primary_email() returns trigger language plpgsql as $$
    begin
      if not exists (select from email where account_id = new.id and lower(email) = lower(new.email)) then
        insert into email (account_id, email, added_at) values (new.id, new.email, new.created_at);
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger account_primary_email after insert or update of email on account
      for each row execute function keep_primary_email()`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger account_primary_email on account`.execute(db)
  await sql`drop function keep_primary_email`.execute(db)
  await sql`
    drop table attempt, totp, known_browser, daily_mail, message, mail_request, mail_link, one_time_code, email`.execute(
    db,
  )
  await sql`
    create table sign_in_attempt (
      id bigint generated always as identity primary key,
      account_key bytea not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index sign_in_attempt_key on sign_in_attempt (account_key, at)`.execute(db)
  await sql`create index sign_in_attempt_at on sign_in_attempt (at)`.execute(db)
  await sql`alter table session drop column id, drop column last_seen_at, drop column user_agent`.execute(db)
  await sql`
    alter table account drop column name_skeleton, drop column phone_bound_at, drop column password_changed_at,
      drop column info_items, drop column mail_locale, drop column daily_service, drop column daily_report`.execute(db)
}

export const accountSecurity = { up, down }
